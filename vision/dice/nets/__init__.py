"""The small nets that look at dice: what each is shown, and what it says."""
