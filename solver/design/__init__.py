"""What puzzle designers need beyond solutions: whole spaces, features and generated levels."""
