import { z } from 'zod';
import { ORIGIN_ENTRY } from '../auth/origins.ts';
import { RIGHTS } from '../auth/rights.ts';
import { text } from './forms.ts';

/** A name is refused by its place, where the library's own keys of records would only say that one is wrong. */
function recordOf<Value extends z.ZodType>(name: RegExp, fault: string, value: Value) {
  return z.record(z.string(), value).superRefine((record, context) => {
    for (const key of Object.keys(record)) {
      if (!name.test(key)) context.addIssue({ code: 'custom', path: [key], message: fault });
    }
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Endpoint names by old UUID. */
export const ALIASES = recordOf(UUID, 'is no UUID', text);

const count = z.int().min(1).max(1e9);

const limits = RIGHTS.pick({ maxBytes: true, dailyBytes: true }).extend({
  requestsPerMinute: count.optional(),
  maxRunning: count.optional(),
  maxWaiting: count.optional(),
});

/** Limits by key id, in place of those of the key's record or the token's claims. */
export const KEY_LIMITS = recordOf(
  /^[\w.-]{1,64}$/,
  'must be the id of a key: letters, digits, dots, dashes and underscores',
  limits,
);

/**
 * What `CONFIG_FILE` may hold, each member called after its variable, in JSON's own types; `CLAIMS` comes beside. All of
 * it may change while the process runs.
 */
export const FILE_SETTINGS = z.strictObject({
  ENDPOINT_ALIASES: ALIASES.optional(),
  CORS_ORIGINS: z.array(ORIGIN_ENTRY).min(1, 'must name an origin, or "*" for any').optional(),
  RATE_LIMIT_PER_MINUTE: count.optional(),
  RATE_LIMIT_CACHED: z.boolean().optional(),
  REFUSED_KEYS_PER_MINUTE: count.optional(),
  KEY_LIMITS: KEY_LIMITS.optional(),
});

/** The settings of a `CONFIG_FILE`, as the environment's are once they are parsed; `CLAIMS` is JSON. */
export type FileSettings = Readonly<z.output<typeof FILE_SETTINGS>> & { readonly CLAIMS?: string };
