/** Text of `keys --help`. */
export const HELP = `Usage:
  fieldstone keys create --name NAME [options]   make a key; its last line is the key alone
  fieldstone keys list                           show the keys there are
  fieldstone keys revoke ID                      take a key away

"npm run keys -- create" and so on are the same.

Examples:
  fieldstone keys create --name ci --expires 30d
  fieldstone keys create --name explorer --endpoint logs.all --pin project=abc --pin project_tier=PRO

Options of create:
  --name NAME        what the key is for; need not be unique
  --endpoint NAME    an endpoint that the key may run; may be repeated; without it all endpoints
  --pin NAME=VALUE   fix an argument: callers may leave it out, and cannot send another value; may be repeated.
                     A pinned project also filters everything that the key's own SQL can read. A pin
                     on another argument concerns the endpoints that have it
  --secret-stdin     adopt a key that callers already hold: its secret, at least 20 characters, is read from
                     standard input and kept as a hash like any other
  --redact           hide IP addresses in every answer; such a key has no sandbox unless --sandbox is given
  --sandbox          let the key send its own SQL, which is what keys may do unless --redact is given.
                     With --redact, redaction is then best effort: SQL can compute on the raw values
                     before they are redacted
  --no-sandbox       only stored queries
  --metrics          let the key read /metrics; without --endpoint it then reads nothing else
  --origin ORIGIN    a page that may use the key in browsers, like https://app.example.com or
                     https://*.example.com; may be repeated; without it pages of any origin
  --expires WHEN     30d, 12h, 45m, 90s, 2w, or a date like 2030-01-31; without it the key does not expire
  --max-bytes SIZE   what BigQuery may bill for one query, like 10GB; without it what the endpoint allows
  --daily-bytes SIZE what BigQuery may bill for all queries of a UTC day, like 1TB
  --max-running N    queries of the key that run at the same time; without it about two thirds of the engine's slots
  --max-waiting N    queries of the key that wait for others; without it half of what may wait at all
  --requests-per-minute N
                     without it RATE_LIMIT_PER_MINUTE

Keys are kept as hashes in KEYS_FILE (default DATA_DIR/keys.json). A running server sees every change within
5 seconds. With KEYS in the environment there is no file to work on.`;
