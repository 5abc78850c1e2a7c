"""The command line. Its modules import nothing heavy: what a command needs is imported when it runs."""
