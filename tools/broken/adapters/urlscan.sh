#!/bin/sh
# Prints the URLs that urlscan finds in standard input: apt-get install urlscan
exec urlscan --no-browser
