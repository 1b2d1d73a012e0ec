#!/bin/sh
set -e
apt-get install --yes mysql-server
echo "[mysqld]
port = $MYSQL_PORT" > /etc/mysql/conf.d/port.cnf
systemctl restart mysql
