// A matt black collar round the Pop-O-Matic dome: it keeps lamps from mirroring in it, and lets hands press.
// Print it upright, without supports, in matt black. All lengths in mm.

dome_diameter = 66;   // the frame of the dome, from rim to rim
height = 18;          // how far it stands over the board
wall = 1.6;
flare = 12;           // how much wider it is at the top, so that fingers reach the dome
foot = 5;             // the flat ring that double-sided tape holds
clearance = 0.4;      // on each side of the frame

$fn = 128;

inner = dome_diameter / 2 + clearance;

module collar() {
    difference() {
        union() {
            cylinder(h = 1.6, r = inner + wall + foot);
            cylinder(h = height, r1 = inner + wall, r2 = inner + wall + flare);
        }
        translate([0, 0, -0.01])
            cylinder(h = height + 0.02, r1 = inner, r2 = inner + flare);
    }
}

collar();
