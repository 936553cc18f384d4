// The grid above the playing surface, in pieces of 5 x 5 squares that fit any printer's bed, nine to a board, and the
// clear lamp posts. The board's last row and column of crossings need pieces with edge = true.
// openscad -D 'part="grid"' -o grid.stl grid.scad        and part="post"
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

// Print in clear material, or cut from a rod of 2 mm: through ridge and surface down to the lamp.
module lamp_post() cylinder(d = post, h = ridge_high + surface);

if (part == "grid") grid();
if (part == "post") lamp_post();
