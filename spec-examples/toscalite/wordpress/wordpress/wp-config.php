<?php
define('DB_HOST', 'HOST');
define('DB_NAME', 'NAME');
