// An arm that holds a Raspberry Pi camera straight above the dome. Three pieces: foot, post and head; the post and the
// head are printed lying. Foot and post clamp to the edge of the board; M3 screws hold the head. All lengths in mm.

piece = "all";        // "foot", "post", "head" or "all"

reach = 150;          // from the edge of the board to the middle of the dome
height = 180;         // from the board to the lens: the dome should fill a third of the picture
board = 6;            // the thickness of the board's edge
bar = 12;             // the side of post and head
camera_width = 25;    // the camera board
camera_height = 24;
holes_x = 21;         // its four holes
holes_y = 12.5;
hole = 2.2;
lens = 9;             // the square opening for the lens
screw = 3.3;
clearance = 0.3;

$fn = 48;

module foot() {
    difference() {
        cube([40, 34, board + 16]);
        // The jaw that grips the board, and the screw that holds it.
        translate([-1, 8, 6]) cube([42, 30, board + 2 * clearance]);
        translate([20, 22, board + 5]) cylinder(h = 20, d = screw);
        // The socket of the post.
        translate([20 - bar / 2 - clearance, -0.01, 4])
            cube([bar + 2 * clearance, 7, board + 16]);
    }
    // The back of the socket.
    translate([20 - bar / 2 - 4, -bar - 4, 0]) difference() {
        cube([bar + 8, bar + 4.01, board + 16]);
        translate([4 - clearance, 4, 4]) cube([bar + 2 * clearance, bar + 10, board + 16]);
        translate([-1, 4 + bar / 2, board + 9]) rotate([0, 90, 0]) cylinder(h = bar + 20, d = screw);
    }
}

module post() {
    difference() {
        cube([height, bar, bar]);
        translate([8, bar / 2, -1]) cylinder(h = bar + 2, d = screw);
        translate([height - 8, bar / 2, -1]) cylinder(h = bar + 2, d = screw);
    }
}

module head() {
    difference() {
        union() {
            cube([reach, bar, bar]);
            translate([reach - 1, bar / 2 - camera_width / 2 - 2, 0])
                cube([camera_height + 6, camera_width + 4, 4]);
        }
        translate([8, bar / 2, -1]) cylinder(h = bar + 2, d = screw);
        translate([reach + camera_height / 2 + 2 - lens / 2, bar / 2 - lens / 2, -1]) cube([lens, lens, 8]);
        for (x = [-1, 1], y = [-1, 1])
            translate([reach + camera_height / 2 + 2 + x * holes_y / 2, bar / 2 + y * holes_x / 2, -1])
                cylinder(h = 8, d = hole);
    }
}

if (piece == "foot" || piece == "all") foot();
if (piece == "post" || piece == "all") translate([0, 60, 0]) post();
if (piece == "head" || piece == "all") translate([0, 95, 0]) head();
