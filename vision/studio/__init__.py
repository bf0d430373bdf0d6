"""The studio: it draws what a camera over a real table would see, and knows exactly what it drew.

geometry        the camera, rays, projection
lens            the dome as a lens
light           lamps and windows, shine, and the sensor that makes bytes
looks, dice     what a die looks like; how it lies and what is seen of it
stage, glass    base plate and board round a dome; the clear dome and its reflections
shadows, hands  soft shadows; a hand over the table
placing         how dice come to lie: flat, on the wall, on each other
dome            a scene of a dome, its picture, its truth
settings        scenes of domes: one family's table, or anything
motion, faults  the frames of a pop and of what is none; frames gone wrong
printing        a board's print from a layout
pieces          pegs, pawns and cones
boards          a scene of a board, its picture, its reference picture
board_truth     what is where in a board's picture
board_settings  scenes of boards: one family's table, or anything
"""
