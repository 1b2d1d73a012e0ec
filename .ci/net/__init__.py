"""What `.ci/differential` and `.ci/speed` are made of."""
