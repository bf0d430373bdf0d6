"""Reading dice with printed numerals."""
