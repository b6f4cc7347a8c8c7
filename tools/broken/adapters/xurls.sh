#!/bin/sh
# Prints the URLs that xurls finds in standard input: go install mvdan.cc/xurls/v2/cmd/xurls@latest
exec xurls
