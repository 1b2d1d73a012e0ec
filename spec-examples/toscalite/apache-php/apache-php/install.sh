#!/bin/sh
set -e
apt-get install --yes apache2 libapache2-mod-php
cp site.conf /etc/apache2/sites-available/site.conf
echo "Listen $APACHE_PHP_PORT" > /etc/apache2/ports.conf
a2ensite site
