#!/usr/bin/env bash
# Makes Landfall's database and its owner, who is no superuser; run by the image when the volume is still empty.
set -euo pipefail

psql -v ON_ERROR_STOP=1 -v password="$LANDFALL_LEDGER_PASSWORD" --username postgres --dbname postgres <<'SQL'
CREATE ROLE landfall LOGIN PASSWORD :'password';
CREATE DATABASE landfall OWNER landfall;
SQL
