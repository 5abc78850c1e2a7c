"""What questions about buildings mean that the general reader cannot know."""
