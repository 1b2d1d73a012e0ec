#!/bin/sh
set -e
sed -i "s/HOST/192.0.2.31:3306/; s/NAME/blog/" /etc/wordpress/config-default.php
