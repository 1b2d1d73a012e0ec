#!/bin/sh
set -e
systemctl stop apache2
