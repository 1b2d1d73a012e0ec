#!/usr/bin/env bash
set -eu
echo "turning the crank"
