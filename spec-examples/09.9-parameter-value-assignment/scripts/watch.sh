#!/usr/bin/env bash
set -eu
echo "watch $level"
