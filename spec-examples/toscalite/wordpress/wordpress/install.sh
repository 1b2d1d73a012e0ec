#!/bin/sh
set -e
apt-get install --yes wordpress
cp wp-config.php /etc/wordpress/config-default.php
