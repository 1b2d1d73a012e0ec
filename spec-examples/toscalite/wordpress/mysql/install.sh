#!/bin/sh
set -e
apt-get install --yes mysql-server
mysql --execute "CREATE DATABASE $MYSQL_DATABASE"
