"""The MCP server: graphs that agents build and query, and knowledge bases that they query."""
