#!/usr/bin/env bash
set -eu
echo "plug $level"
