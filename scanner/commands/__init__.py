"""One module per command of `semiramis`, found by its place. Heavy imports belong inside `run`."""
