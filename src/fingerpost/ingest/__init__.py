"""Loading: readers that stream records out of files, and what they report on the way."""
