"""Where the board lies in a picture: found by tags, print or corners, followed, and straightened."""
