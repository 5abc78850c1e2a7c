"""What people approved: which plan a question means, kept in the knowledge base and followed from then on."""
