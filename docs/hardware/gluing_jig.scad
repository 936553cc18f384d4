// Holds twenty lids upside down while their magnets are glued in. Under each nest sits a guide magnet, all twenty with
// the same pole up: a lid's magnet jumps into its pocket the right way round, or is pushed out. Mark the jig's pole.
// openscad -o gluing_jig.stl gluing_jig.scad
include <dims.scad>
across = 5;
down = 4;
nest_deep = 2;
floor_high = 1.2;     // between guide magnet and lid
guide = 5;             // diameter of the guide magnets
guide_high = 2;
wall = 3;
step = tile + 2 * fit + wall;

half = (tile + 2 * fit) / 2;

// Three layers, each one flat shape: guide magnets from below, the floor, nests from above.
module layer(from, high) {
    translate([0, 0, from]) linear_extrude(high) difference() {
        square([across * step + wall, down * step + wall]);
        for (x = [0 : across - 1], y = [0 : down - 1])
            translate([wall + step * x + half, wall + step * y + half]) children();
    }
}

layer(0, guide_high + fit) circle(d = guide + 2 * fit);
translate([0, 0, guide_high + fit]) cube([across * step + wall, down * step + wall, floor_high]);
layer(guide_high + fit + floor_high, nest_deep) offset(tile_corner) square(2 * half - 2 * tile_corner, center = true);
