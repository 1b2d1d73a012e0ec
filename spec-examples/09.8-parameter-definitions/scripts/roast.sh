#!/usr/bin/env bash
set -eu
echo "roasting $batch"
