"""Cards as they stand in their files, with the place of everything in them."""
