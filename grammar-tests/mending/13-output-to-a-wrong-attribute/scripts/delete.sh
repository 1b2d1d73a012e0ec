#!/bin/sh
provider delete bastion
