#!/usr/bin/env bash
set -eu
echo "counting heads"
