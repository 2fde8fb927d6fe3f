"""One module per command, found by its place; each offers add_parser(subparsers) and run(args) -> exit code."""
