import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Authenticator } from '../../src/auth/caller.ts';
import { changeKeys } from '../../src/auth/keys/key-file.ts';
import { createKey } from '../../src/auth/keys/key-record.ts';
import { KeyStore, keysFromText } from '../../src/auth/keys/key-store.ts';
import { OidcIssuer } from './oidc-issuer.ts';
import { acceptTokens } from './open-tokens.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Rights as a key record has them. */
export interface GivenRights {
  readonly endpoints?: readonly string[];
  readonly pins?: Readonly<Record<string, string>>;
  readonly redact?: boolean;
  readonly sandbox?: boolean;
  readonly origins?: readonly string[];
  readonly maxBytes?: number;
  readonly dailyBytes?: number;
  readonly maxRunning?: number;
  readonly maxWaiting?: number;
  readonly requestsPerMinute?: number;
}

/** An authenticator that knows one secret. */
export interface Opened {
  readonly authenticator: Authenticator;
  readonly secret: string;
}

function keyWith({ endpoints, pins = {}, redact = false, sandbox = true, ...others }: GivenRights) {
  const grant = { name: 'ci', endpoints, pins, redact, sandbox, expires: undefined, ...others };
  return createKey(grant, new Date());
}

async function openKeyFile(rights: GivenRights): Promise<Opened> {
  const file = join(temporaryFolder(), 'keys.json');
  const { secret, record } = keyWith(rights);
  await changeKeys(file, () => [record]);
  const authenticator = new KeyStore({ file, onError: () => {} });
  onTestFinished(() => authenticator.close());
  return { authenticator, secret };
}

async function openKeysText(rights: GivenRights): Promise<Opened> {
  const { secret, record } = keyWith(rights);
  const text = JSON.stringify({ version: 1, keys: [record] });
  return { authenticator: keysFromText(text), secret };
}

/** Each right in a claim of its own. */
async function openToken({ sandbox = true, ...rights }: GivenRights): Promise<Opened> {
  const issuer = await OidcIssuer.start();
  const { endpoints, pins = {}, ...others } = { sandbox, ...rights };
  const { tokens } = await acceptTokens(issuer, {
    claims: {
      ...Object.fromEntries(Object.keys(others).map((name) => [name, `app_metadata.${name}`])),
      endpoints: endpoints ? 'app_metadata.endpoints' : '*',
      pins: {
        project: '*',
        ...Object.fromEntries(Object.keys(pins).map((name) => [name, `app_metadata.pins.${name}`])),
      },
    },
  });
  const secret = await issuer.sign({ app_metadata: { endpoints, pins, ...others } });
  return { authenticator: tokens, secret };
}

/** Each kind of key, with how one is made that has some rights. */
export const KINDS: readonly (readonly [
  kind: string,
  open: (rights: GivenRights) => Promise<Opened>,
])[] = [
  ['a key of a key file', openKeyFile],
  ['a key in KEYS', openKeysText],
  ['a token', openToken],
];
