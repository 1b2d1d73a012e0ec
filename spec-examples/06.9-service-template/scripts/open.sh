#!/usr/bin/env bash
set -eu
echo "opening, $retries tries"
