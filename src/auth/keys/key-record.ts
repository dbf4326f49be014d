import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { RIGHTS } from '../rights.ts';
import { createSecret, digestOf } from '../secret.ts';

const moment = z.iso.datetime('must be a moment in UTC such as 2026-07-01T10:00:00Z');

/** A key as stored: everything but the secret. */
export const KEY_RECORD = z.strictObject({
  /** Public id, used in logs, job labels and names shared with other systems. */
  id: z.string().regex(/^[\w.-]{1,64}$/, 'must be letters, digits, dots, dashes and underscores'),
  name: z.string(),
  /** SHA-256 of the key, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case'),
  created: moment,
  /** When the key expires; absent: never. */
  expires: moment.optional(),
  ...RIGHTS.shape,
});

/** A stored key. */
export type KeyRecord = Readonly<z.output<typeof KEY_RECORD>>;

/** The rights and limits chosen when a key is created. */
export interface KeyGrant {
  readonly name: string;
  readonly endpoints: readonly string[] | undefined;
  readonly pins: Readonly<Record<string, string>>;
  readonly redact: boolean;
  readonly sandbox: boolean;
  readonly metrics?: boolean | undefined;
  readonly expires: Date | undefined;
  readonly origins?: readonly string[] | undefined;
  readonly maxBytes?: number | undefined;
  readonly dailyBytes?: number | undefined;
  readonly maxRunning?: number | undefined;
  readonly maxWaiting?: number | undefined;
  readonly requestsPerMinute?: number | undefined;
}

/** Creates a key: its secret, which is stored nowhere, and its record. */
export function createKey(
  grant: KeyGrant,
  now: Date,
  secret = createSecret(),
): { secret: string; record: KeyRecord } {
  const record = {
    id: randomBytes(6).toString('hex'),
    name: grant.name,
    sha256: digestOf(secret).toString('hex'),
    created: now.toISOString(),
    ...(grant.expires && { expires: grant.expires.toISOString() }),
    ...(grant.endpoints && { endpoints: [...grant.endpoints] }),
    pins: { ...grant.pins },
    redact: grant.redact,
    sandbox: grant.sandbox,
    ...(grant.metrics && { metrics: true }),
    ...(grant.origins && { origins: [...grant.origins] }),
    ...(grant.maxBytes !== undefined && { maxBytes: grant.maxBytes }),
    ...(grant.dailyBytes !== undefined && { dailyBytes: grant.dailyBytes }),
    ...(grant.maxRunning !== undefined && { maxRunning: grant.maxRunning }),
    ...(grant.maxWaiting !== undefined && { maxWaiting: grant.maxWaiting }),
    ...(grant.requestsPerMinute !== undefined && { requestsPerMinute: grant.requestsPerMinute }),
  };
  return { secret, record };
}
