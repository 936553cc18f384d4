"""The live page: one published view of the game, drawn for a browser and pushed as it changes."""
