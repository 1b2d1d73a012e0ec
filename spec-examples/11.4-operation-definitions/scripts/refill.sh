#!/usr/bin/env bash
set -eu
echo "putting paper in"
