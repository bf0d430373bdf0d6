"""The studio: it draws what a camera over a real table would see, and knows exactly what it drew."""
