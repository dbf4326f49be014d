import { exportPKCS8, exportSPKI } from 'jose';
import { expect, test } from 'vitest';
import { OidcIssuer, signingKey } from '../../support/oidc-issuer.ts';
import { acceptTokens } from '../../support/open-tokens.ts';

test('a token that was verified is answered at once, with the same caller, until it expires', async () => {
  const issuer = await OidcIssuer.start();
  const clock = { now: Date.now() };
  const { tokens } = await acceptTokens(issuer, { now: () => clock.now });
  const exp = Math.floor(clock.now / 1_000) + 60;
  const token = await issuer.sign({ exp });
  const caller = await tokens.authenticate(token);
  expect(caller).toBeDefined();

  expect(tokens.authenticate(token)).toBe(caller);
  // The tolerance is 30 seconds.
  clock.now = (exp + 30) * 1_000 - 1;
  expect(tokens.authenticate(token)).toBe(caller);
  clock.now += 1;
  expect(await tokens.authenticate(token)).toBeUndefined();
});

test('a token that lives long is verified again after minutes, and keeps its caller', async () => {
  const issuer = await OidcIssuer.start();
  const clock = { now: Date.now() };
  const { tokens } = await acceptTokens(issuer, { now: () => clock.now });
  const token = await issuer.sign({ exp: Math.floor(clock.now / 1_000) + 86_400 });
  const caller = await tokens.authenticate(token);

  clock.now += 299_999;
  expect(tokens.authenticate(token)).toBe(caller);
  clock.now += 1;
  const again = tokens.authenticate(token);

  expect(again).toBeInstanceOf(Promise);
  expect(await again).toBe(caller);
  expect(tokens.authenticate(token)).toBe(caller);
});

test('many requests with one new token have one caller', async () => {
  const issuer = await OidcIssuer.start();
  const { tokens } = await acceptTokens(issuer);
  const token = await issuer.sign();

  const callers = await Promise.all(Array.from({ length: 20 }, () => tokens.authenticate(token)));

  expect(callers[0]).toBeDefined();
  expect(new Set(callers).size).toBe(1);
});

test('the id of a caller is the same for every token of a subject, and shows nothing of it', async () => {
  const issuer = await OidcIssuer.start();
  const { tokens } = await acceptTokens(issuer);
  const idOf = async (claims: object) =>
    (await tokens.authenticate(await issuer.sign(claims)))?.keyId;

  const [first, again, other] = [
    await idOf({ sub: 'someone@example.com' }),
    await idOf({ sub: 'someone@example.com', jti: '2' }),
    await idOf({ sub: 'somebody@example.com' }),
  ];

  expect(first).toMatch(/^jwt-[0-9a-f]{32}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('subjects of two issuers with one name are two callers', async () => {
  const issuer = await OidcIssuer.start();
  const { tokens } = await acceptTokens(undefined, { settings: { jwksUrl: issuer.keySet } });
  const idOf = async (iss: string) =>
    (await tokens.authenticate(await issuer.sign({ iss })))?.keyId;

  expect(await idOf('https://a.example')).not.toBe(await idOf('https://b.example'));
});

test('why a token is refused is told to the operator, without its values', async () => {
  const issuer = await OidcIssuer.start();
  const { tokens, refusals } = await acceptTokens(issuer, {
    claims: { endpoints: '*', pins: { project: 'app_metadata.project_ref' } },
  });

  await tokens.authenticate(await issuer.sign({ sub: 'secret-subject' }));
  await tokens.authenticate(
    await issuer.sign({ app_metadata: { project_ref: ['secret-project'] } }),
  );
  await tokens.authenticate(await issuer.sign({ aud: 'secret-audience' }));

  expect(refusals).toEqual([
    'the claim app_metadata.project_ref is absent',
    'the claim for pins.project is of another type or form',
    'unexpected "aud" claim value',
  ]);
});

test('what is no token is no caller, at once', async () => {
  const { tokens } = await acceptTokens(await OidcIssuer.start());

  for (const text of ['', 'a.b', 'a.b.c.d', 'fsk_abc', `a.b.${'c'.repeat(20_000)}`]) {
    expect(tokens.authenticate(text)).toBeUndefined();
  }
});

test.each(['RS256', 'PS256', 'ES384', 'EdDSA'])(
  'a public key in PEM verifies %s',
  async (algorithm) => {
    const key = await signingKey('any', algorithm);
    const issuer = await OidcIssuer.start(key);
    const pem = await exportSPKI(key.publicKey);
    const token = await issuer.sign();

    for (const publicKey of [pem, pem.replaceAll('\n', '\\n')]) {
      const { tokens } = await acceptTokens(issuer, { settings: { publicKey } });
      expect(await tokens.authenticate(token)).toBeDefined();
      expect(
        await tokens.authenticate(await issuer.sign({}, await signingKey('any', algorithm))),
      ).toBeUndefined();
    }
    expect(issuer.fetched).toEqual([]);
  },
);

test('JWT_PUBLIC_KEY takes no private key, no short key and nothing else', async () => {
  const issuer = await OidcIssuer.start();
  const { privateKey, publicKey } = await signingKey('any');
  const { generateKeyPairSync } = await import('node:crypto');
  const pems = [
    await exportPKCS8(privateKey),
    `${await exportSPKI(publicKey)}${await exportPKCS8(privateKey)}`,
    'secret',
    '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
    generateKeyPairSync('rsa', {
      modulusLength: 1_024,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }).publicKey,
  ];

  for (const pem of pems) {
    const opened = acceptTokens(issuer, { settings: { publicKey: pem } });
    await expect(opened).rejects.toThrow(/^JWT_PUBLIC_KEY must/);
  }
});
