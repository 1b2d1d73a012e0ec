#!/usr/bin/env bash
set -eu
echo "take-down"
