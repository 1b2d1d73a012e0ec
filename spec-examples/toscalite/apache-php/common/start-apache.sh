#!/bin/sh
set -e
systemctl start apache2
