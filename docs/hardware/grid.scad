// The grid above the playing surface, in pieces of 5 x 5 squares that fit any printer's bed, nine to a board, and the
// clear lamp posts. The board's last row and column of crossings need pieces with edge = true.
// openscad -D 'part="grid"' -o grid.stl grid.scad        and part="post"
// openscad -D 'part="surface"' -o surface.dxf grid.scad  the playing surface, to be cut from a sheet of 1 mm
include <dims.scad>
part = "grid";
squares = 5;
edge = true;           // with the crossings at the far sides, too

module crossings() {
    last = edge ? squares : squares - 1;
    for (x = [0 : last], y = [0 : last]) translate([pitch * x, pitch * y]) children();
}

module grid() {
    length = pitch * squares;
    last = edge ? squares : squares - 1;
    linear_extrude(ridge_high) difference() {
        union() {
            for (n = [0 : last]) {
                translate([0, pitch * n - ridge / 2]) square([length, ridge]);
                translate([pitch * n - ridge / 2, 0]) square([ridge, length]);
            }
            crossings() circle(d = boss);
        }
        crossings() circle(d = post + post_fit);
    }
}

// Print in clear material, or cut from a rod of 2 mm: through ridge and surface down to the top of the lamp.
module lamp_post() cylinder(d = post, h = ridge_high + surface - lamp_high);

// A flat shape: the squares with a margin, a hole over each lamp.
module playing_surface() {
    difference() {
        translate([-margin, -margin]) square(15 * pitch + 2 * margin);
        for (x = [0 : 15], y = [0 : 15]) translate([pitch * x, pitch * y]) circle(d = lamp_hole);
    }
}

if (part == "grid") grid();
if (part == "post") lamp_post();
if (part == "surface") playing_surface();
