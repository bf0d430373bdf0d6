"""From pictures to facts: dice, boards, pieces."""
