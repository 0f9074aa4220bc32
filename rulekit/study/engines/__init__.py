"""Do both engines play the same? `agreement` leads them side by side; `equal_positions` says when two positions go on alike."""
