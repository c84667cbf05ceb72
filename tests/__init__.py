"""The tests, at the paths of what they test; packages, so that two files may share a name."""
