#!/bin/sh
set -e
apt-get install --yes apache2 libapache2-mod-php php-mysql
echo "Listen $APACHE_PORT" > /etc/apache2/ports.conf
