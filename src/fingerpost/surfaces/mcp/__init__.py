"""The MCP server: graphs that agents build and ask, and knowledge bases that they ask."""
