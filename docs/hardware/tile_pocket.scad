// A tile in two parts. The tag lies on the floor of the tray, the magnet in the pocket under the lid; both are glued
// in, and the lid is glued to the tray: a magnet must never come out. Loose magnets are dangerous when swallowed.
// openscad -D 'part="tray"' -o tray.stl tile_pocket.scad        and part="lid"
include <dims.scad>
part = "tray";

module plate(high, shrink = 0) {
    linear_extrude(high) offset(tile_corner) square(tile - 2 * tile_corner - 2 * shrink, center = true);
}

module tray() {
    difference() {
        plate(tray_high);
        translate([0, 0, skin]) cylinder(d = tag + 2 * fit, h = tray_high);
    }
}

// Upside down, as it is printed and glued: its lower face is at the top. A disc fits into the tray and holds the tag.
module lid() {
    plug = tray_high - skin - tag_high;
    difference() {
        union() {
            plate(lid_high);
            translate([0, 0, lid_high]) cylinder(d = tag, h = plug);
        }
        translate([0, 0, lid_high + plug - magnet_high - fit]) cylinder(d = magnet + 2 * fit, h = magnet_high + 2 * fit);
    }
}

if (part == "tray") tray();
if (part == "lid") lid();
