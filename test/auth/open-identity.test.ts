import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exportSPKI } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { changeKeys, readKeys } from '../../src/auth/keys/key-file.ts';
import { createKey } from '../../src/auth/keys/key-record.ts';
import {
  type IdentityOptions,
  type IdentitySettings,
  openIdentity,
} from '../../src/auth/open-identity.ts';
import { AUDIENCE, OidcIssuer, signingKey } from '../support/oidc-issuer.ts';
import { NAMES } from '../support/service-names.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ANY_CLAIMS = JSON.stringify({ endpoints: '*', pins: { project: '*' } });

/** Opens what is set, until the running test ends; without settings the keys of a file that there is not. */
async function open(
  settings: Partial<IdentitySettings> = {},
  options: Partial<IdentityOptions> = {},
) {
  const keysFile = settings.keysFile ?? join(temporaryFolder(), 'keys.json');
  const identity = await openIdentity(
    { keys: undefined, tokens: undefined, ...settings, keysFile },
    {
      makesFirstKey: false,
      scopes: NAMES,
      onKeyFileError: () => {},
      onTokenKeysError: () => {},
      onTokenRefusal: () => {},
      ...options,
    },
  );
  onTestFinished(() => identity.close());
  return { identity, keysFile };
}

function keyNamed(name: string) {
  const grant = {
    endpoints: undefined,
    pins: {},
    redact: false,
    sandbox: true,
    expires: undefined,
  };
  return createKey({ ...grant, name }, new Date());
}

/** An issuer, what accepts its tokens, and one of them. */
async function tokensOf(claims = ANY_CLAIMS) {
  const key = await signingKey('one');
  const issuer = await OidcIssuer.start(key);
  const settings = {
    issuer: issuer.url,
    jwksUrl: undefined,
    publicKey: await exportSPKI(key.publicKey),
    audience: [AUDIENCE],
    claims,
  };
  return { settings, token: await issuer.sign({ sub: 'someone' }) };
}

test('a first key is made where there is no key file, shown once, and taken', async () => {
  const { identity, keysFile } = await open({}, { makesFirstKey: true });
  const { firstKey: secret = '' } = identity;

  expect(identity.authenticator.authenticate(secret)).toMatchObject({ name: 'first start' });
  const { identity: again } = await open({ keysFile }, { makesFirstKey: true });
  expect(again.firstKey).toBeUndefined();
  expect(again.authenticator.authenticate(secret)).toMatchObject({ name: 'first start' });
});

test.each([
  ['CLAIMS are wrong', { claims: '{}' }],
  ['the public key is none', { publicKey: 'secret' }],
])('no first key is made where %s', async (_, wrong) => {
  const { settings } = await tokensOf();
  const keysFile = join(temporaryFolder(), 'keys.json');

  const opening = open({ keysFile, tokens: { ...settings, ...wrong } }, { makesFirstKey: true });

  // Whoever mends the setting starts again, and would never see the key.
  await expect(opening).rejects.toThrow();
  expect(existsSync(keysFile)).toBe(false);
});

test('the keys in KEYS count, and neither is a file read nor one made', async () => {
  const [inText, inFile] = [keyNamed('text'), keyNamed('file')];
  const keysFile = join(temporaryFolder(), 'keys.json');
  await changeKeys(keysFile, () => [inFile.record]);
  const keys = JSON.stringify({ version: 1, keys: [inText.record] });

  const { identity } = await open({ keysFile, keys }, { makesFirstKey: true });

  expect(identity.authenticator.authenticate(inText.secret)).toMatchObject({ name: 'text' });
  expect(identity.authenticator.authenticate(inFile.secret)).toBeUndefined();
  expect(identity.keyFileState()).toBeUndefined();
  expect(identity.text).toBe('The keys are those in KEYS');
  expect(await readKeys(keysFile)).toHaveLength(1);
});

test('KEYS that mention what there is not are refused, without the key', async () => {
  const { record, secret } = keyNamed('text');
  const keys = JSON.stringify({ version: 1, keys: [{ ...record, endpoints: ['nothing'] }] });

  const opening = open({ keys });

  await expect(opening).rejects.toThrow(/^Cannot use the keys in KEYS: .*no endpoint "nothing"/);
  await expect(opening).rejects.not.toThrow(new RegExp(`${record.sha256}|${secret}`));
});

test('a key is known at once beside tokens, and a token is verified', async () => {
  const { settings, token } = await tokensOf();
  const { record, secret } = keyNamed('file');
  const keysFile = join(temporaryFolder(), 'keys.json');
  await changeKeys(keysFile, () => [record]);

  const { identity } = await open({ keysFile, tokens: settings });

  expect(identity.authenticator.authenticate(secret)).toMatchObject({ name: 'file' });
  const byToken = identity.authenticator.authenticate(token);
  expect(byToken).toBeInstanceOf(Promise);
  expect(await byToken).toMatchObject({ keyId: expect.stringMatching(/^jwt-[0-9a-f]{32}$/) });
  expect(identity.keyFileState()).toMatchObject({ isInForce: true });
});

test('other claims give tokens other rights, and keys the same', async () => {
  const { settings, token } = await tokensOf();
  const { record, secret } = keyNamed('file');
  const keysFile = join(temporaryFolder(), 'keys.json');
  await changeKeys(keysFile, () => [record]);
  const { identity } = await open({ keysFile, tokens: settings });

  const changed = identity.withClaims(
    JSON.stringify({ endpoints: { value: ['logs.all'] }, pins: { project: 'sub' } }),
  );

  expect(await changed.authenticate(token)).toMatchObject({
    endpoints: new Set(['logs.all']),
    pins: new Map([['project', 'someone']]),
  });
  expect(await identity.authenticator.authenticate(token)).toMatchObject({
    endpoints: undefined,
    pins: new Map(),
  });
  expect(changed.authenticate(secret)).toBe(identity.authenticator.authenticate(secret));
  expect(() => identity.withClaims('{}')).toThrow(/^Cannot use CLAIMS: /);
});

test('claims without tokens are a fault of the settings', async () => {
  const { identity } = await open();

  expect(() => identity.withClaims(ANY_CLAIMS)).toThrow(
    'CLAIMS needs OIDC_ISSUER, JWKS_URL or JWT_PUBLIC_KEY',
  );
});

test('an identity that is closed reads its file no more', async () => {
  const { identity, keysFile } = await open();
  const { record, secret } = keyNamed('late');

  identity.close();
  await changeKeys(keysFile, () => [record]);

  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(identity.authenticator.authenticate(secret)).toBeUndefined();
});
