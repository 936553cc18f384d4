// Measures that all solids share, in millimetres. The stack from magnet to sensor is 3.4 mm: tile skin and tag 0.5,
// playing surface 1.0, printed board 1.6, and 0.3 to the sensor's die.
pitch = 19;            // from square to square
ridge = 1.0;           // width of the grid's ridges
ridge_high = 0.8;      // above the playing surface: a tile pushed onto a line slides off it
surface = 1.0;         // thickness of the playing surface
post = 2.0;            // clear lamp post at each crossing
post_fit = 0.1;        // by which its hole is wider
boss = 3.2;            // around a post's hole
lamp_high = 0.85;      // of a WS2812B-2020, on which the post stands
lamp_hole = 3.2;       // in the playing surface, around lamp and post
margin = 12;           // of the playing surface around the squares
tile = 17.5;           // side of a tile: the opening between ridges is 18
tile_corner = 2.0;     // radius: leaves the bosses free
tray_high = 1.2;       // lower part of a tile
lid_high = 3.0;        // upper part
skin = 0.3;            // under the tag: the thinnest that prints tight
tag = 16.0;            // diameter of the tag
tag_high = 0.2;        // and its thickness: skin + tag_high = 0.5
magnet = 2.0;          // diameter; 3.0 when the sensors feel it too weakly: then test T29 decides
magnet_high = 1.0;
fit = 0.15;            // by which a pocket is wider and deeper than what goes in
$fn = 48;
