#!/usr/bin/env bash
# Makes the role and the user that Landfall writes as. Said again, it sets both to what stands here.
set -euo pipefail

put() {
  curl -sS --fail-with-body --retry 10 --retry-connrefused -X PUT -H 'Content-Type: application/json' \
    -K - -d "$2" "$ELASTICSEARCH_URL/_security/$1" <<<"user = \"elastic:$ELASTIC_PASSWORD\""
  echo
}

# manage: templates aside, Landfall makes its indices, mappings and aliases; an index rebuild makes new ones
put role/landfall '{
  "cluster": ["monitor", "manage_index_templates"],
  "indices": [{"names": ["tasks", "tasks-*"], "privileges": ["read", "write", "manage"]}]
}'
put user/landfall "{\"password\": \"$LANDFALL_VIEW_PASSWORD\", \"roles\": [\"landfall\"]}"
