"""Canadian federal law: the consolidated acts and regulations of Justice Laws, read from XML."""
