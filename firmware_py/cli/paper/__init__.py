"""Sheets for the printer, in true size."""
