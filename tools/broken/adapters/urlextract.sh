#!/bin/sh
# Prints the URLs that urlextract finds in standard input: pip install urlextract
exec urlextract
