#!/bin/sh
provider create bastion
