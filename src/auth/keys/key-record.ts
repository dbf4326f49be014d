import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { RIGHTS, type Rights } from '../rights.ts';
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
export interface KeyGrant extends Omit<Rights, 'endpoints' | 'origins'> {
  readonly name: string;
  readonly endpoints: readonly string[] | undefined;
  readonly origins?: readonly string[] | undefined;
  readonly expires: Date | undefined;
}

/** Creates a key: its secret, which is stored nowhere, and its record. */
export function createKey(
  { name, endpoints, origins, expires, ...others }: KeyGrant,
  now: Date,
  secret = createSecret(),
): { secret: string; record: KeyRecord } {
  const record = {
    id: randomBytes(6).toString('hex'),
    name,
    sha256: digestOf(secret).toString('hex'),
    created: now.toISOString(),
    ...(expires && { expires: expires.toISOString() }),
    ...(endpoints && { endpoints: [...endpoints] }),
    ...others,
    ...(origins && { origins: [...origins] }),
  };
  return { secret, record };
}
