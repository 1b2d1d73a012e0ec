#!/usr/bin/env bash
set -eu
echo "kneading $minutes min"
