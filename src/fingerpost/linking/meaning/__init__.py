"""What words mean without naming it: static word embeddings, read from a package."""
