import { expect, test } from 'vitest';
import { OidcIssuer, signingKey } from '../../support/oidc-issuer.ts';
import { acceptTokens } from '../../support/open-tokens.ts';

const DISCOVERY = '/.well-known/openid-configuration';

test('a token of a new key is let in at once, and one of a withdrawn key no more', async () => {
  const [first, second] = await Promise.all([signingKey('first'), signingKey('second', 'ES256')]);
  const issuer = await OidcIssuer.start(first);
  const { tokens } = await acceptTokens(issuer, { cooldownMs: 0 });
  const [old, fresh] = [await issuer.sign({}, first), await issuer.sign({}, second)];
  expect(await tokens.authenticate(old)).toBeDefined();
  expect(await tokens.authenticate(fresh)).toBeUndefined();

  await issuer.publish(first, second);
  expect(await tokens.authenticate(fresh)).toBeDefined();
  expect(await tokens.authenticate(old)).toBeDefined();

  await issuer.publish(second);
  // Any token of an unknown key makes the set be fetched, long before the interval does.
  await tokens.authenticate(await issuer.sign({}, await signingKey('unknown')));
  expect(await tokens.authenticate(old)).toBeUndefined();
  expect(await tokens.authenticate(fresh)).toBeDefined();
});

test('a withdrawn key is found out at the interval, without any token', async () => {
  const [first, second] = await Promise.all([signingKey('first'), signingKey('second')]);
  const issuer = await OidcIssuer.start(first);
  const { tokens } = await acceptTokens(issuer, { refreshMs: 20 });
  const old = await issuer.sign({}, first);
  expect(await tokens.authenticate(old)).toBeDefined();

  await issuer.publish(second);

  await expect.poll(() => tokens.authenticate(old)).toBeUndefined();
});

test('keys that are known go on while the issuer does not answer, and it is said once', async () => {
  const [first, second] = await Promise.all([signingKey('first'), signingKey('second')]);
  const issuer = await OidcIssuer.start(first);
  const { tokens, errors } = await acceptTokens(issuer, { refreshMs: 10, cooldownMs: 0 });

  await issuer.stop();
  await expect.poll(() => errors).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await tokens.authenticate(await issuer.sign())).toBeDefined();
  expect(await tokens.authenticate(await issuer.sign({}, second))).toBeUndefined();
  expect(errors).toEqual([
    expect.stringMatching(/^Cannot fetch the keys of tokens: .*ECONNREFUSED/),
  ]);

  await issuer.publish(first, second);
  await issuer.resume();
  await expect.poll(async () => tokens.authenticate(await issuer.sign({}, second))).toBeDefined();
});

test('keySetState says whether the issuer could be read the last time, and when', async () => {
  const issuer = await OidcIssuer.start();
  const { tokens } = await acceptTokens(issuer, { refreshMs: 10 });
  expect(tokens.keySetState).toEqual({ isRead: true, readAt: expect.any(Number) });

  await issuer.stop();
  await expect.poll(() => tokens.keySetState?.isRead).toBe(false);
  const readAt = tokens.keySetState?.readAt;
  expect(readAt).toBeGreaterThan(0);

  await issuer.resume();
  await expect.poll(() => tokens.keySetState?.isRead).toBe(true);
  expect(tokens.keySetState?.readAt).toBeGreaterThan(readAt ?? 0);
});

test('an issuer that answers only after the start is asked again by its first token', async () => {
  const issuer = await OidcIssuer.start();
  await issuer.stop();
  const { tokens, errors } = await acceptTokens(issuer, { cooldownMs: 0 });
  expect(errors).toHaveLength(1);

  await issuer.resume();

  expect(await tokens.authenticate(await issuer.sign())).toBeDefined();
});

test('tokens of unknown keys do not make the gateway flood the issuer', async () => {
  const issuer = await OidcIssuer.start();
  const { tokens } = await acceptTokens(issuer);
  const attacker = await signingKey('attacker');
  const forged = await Promise.all(
    Array.from({ length: 50 }, (_, i) => issuer.sign({}, { ...attacker, kid: `kid ${i}` })),
  );

  await issuer.stop();
  await issuer.resume();
  const before = issuer.keySetFetches;
  for (const token of forged) expect(await tokens.authenticate(token)).toBeUndefined();

  expect(issuer.keySetFetches - before).toBeLessThanOrEqual(1);
});

test.each([
  [
    'of another issuer',
    { body: { issuer: 'https://evil.example', jwks_uri: 'https://evil.example/k' } },
    'another issuer',
  ],
  ['without a key set', { body: {} }, 'has no address of a key set'],
  ['that is no JSON', { body: '<html>' }, 'did not answer with JSON'],
  ['that is an error', { status: 500, body: '{}' }, 'status 500'],
  [
    'that leads elsewhere',
    { status: 302, headers: { location: '/elsewhere' }, body: '' },
    'redirect',
  ],
  ['that does not end', { body: JSON.stringify('x'.repeat(1_100_000)) }, 'more than 1 MB'],
])('a discovery document %s brings no keys', async (_, answer, says) => {
  const issuer = await OidcIssuer.start();
  issuer.answers.set(DISCOVERY, answer);
  const { tokens, errors } = await acceptTokens(issuer);

  expect(await tokens.authenticate(await issuer.sign())).toBeUndefined();
  expect(errors).toEqual([expect.stringContaining(says)]);
});

test.each([
  ['no list', { keys: {} }],
  ['no key', {}],
])('a key set with %s is not taken: the keys before go on', async (_, body) => {
  const issuer = await OidcIssuer.start();
  const { tokens, errors } = await acceptTokens(issuer, { refreshMs: 10 });
  issuer.answers.set('/keys', { body });

  await expect.poll(() => errors).toEqual([expect.stringContaining('has no key set')]);

  expect(await tokens.authenticate(await issuer.sign())).toBeDefined();
});

test('a shared secret in the key set verifies nothing', async () => {
  const key = await signingKey('first');
  const issuer = await OidcIssuer.start(key);
  const secret = new TextEncoder().encode('a secret of thirty-two characters');
  const k = Buffer.from(secret).toString('base64url');
  issuer.answers.set('/keys', { body: { keys: [{ kty: 'oct', kid: 'shared', k, alg: 'HS256' }] } });
  const { tokens } = await acceptTokens(issuer);
  const { SignJWT } = await import('jose');
  const token = await new SignJWT(issuer.claims())
    .setProtectedHeader({ alg: 'HS256', kid: 'shared' })
    .sign(secret);

  expect(await tokens.authenticate(token)).toBeUndefined();
});

test('tokens without a key id are tried with every key that fits', async () => {
  const keys = await Promise.all(['first', 'second', 'third'].map((kid) => signingKey(kid)));
  const issuer = await OidcIssuer.start(...keys);
  const { tokens } = await acceptTokens(issuer);
  const { SignJWT } = await import('jose');
  const sign = (key = keys[2]) =>
    new SignJWT(issuer.claims())
      .setProtectedHeader({ alg: 'RS256' })
      .sign(key?.privateKey as CryptoKey);

  expect(await tokens.authenticate(await sign())).toBeDefined();
  expect(await tokens.authenticate(await sign(await signingKey('other')))).toBeUndefined();
});

test('the key set may have an address of its own, beside the issuer or without it', async () => {
  const issuer = await OidcIssuer.start();
  issuer.answers.delete(DISCOVERY);
  const settings = { jwksUrl: issuer.keySet };
  const both = await acceptTokens(issuer, { settings });
  const alone = await acceptTokens(undefined, { settings });
  const foreign = await issuer.sign({ iss: 'https://another.example' });

  expect(await both.tokens.authenticate(await issuer.sign())).toBeDefined();
  expect(await both.tokens.authenticate(foreign)).toBeUndefined();
  expect(await alone.tokens.authenticate(foreign)).toBeDefined();
  expect(await alone.tokens.authenticate(await issuer.sign({ iss: undefined }))).toBeUndefined();
});
