#!/usr/bin/env bash
set -eu
echo "casting off"
