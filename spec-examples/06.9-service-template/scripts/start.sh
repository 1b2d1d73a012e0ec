#!/usr/bin/env bash
set -eu
echo "starting, log level $log_level"
