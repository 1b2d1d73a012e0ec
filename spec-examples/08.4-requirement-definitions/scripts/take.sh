#!/usr/bin/env bash
set -eu
echo "handing over $bottles bottles"
