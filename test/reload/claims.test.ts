import { expect, test } from 'vitest';
import { AUDIENCE, OidcIssuer } from '../support/oidc-issuer.ts';
import { reloadingGateway } from '../support/reloading-gateway.ts';
import { OWN, SECRET } from '../support/tenant-rows.ts';

const WIDE = { endpoints: '*', pins: { project: '*' }, sandbox: { value: true } };
const NARROW = { endpoints: 'app_metadata.endpoints', pins: { project: 'app_metadata.project' } };

/** A gateway that accepts tokens of an issuer, with one that says less than a wide mapping allows. */
async function gatewayWithTokens(CLAIMS: object) {
  const issuer = await OidcIssuer.start();
  const made = await reloadingGateway({
    environment: { OIDC_ISSUER: issuer.url, AUDIENCE },
    settings: { CLAIMS },
  });
  const metadata = { endpoints: ['logs.all'], project: 'mine' };
  const token = await issuer.sign({ app_metadata: metadata });
  const ask = async (project: string, key = token) => {
    const query = { project, project_tier: 'PRO' };
    const { status, body } = await made.rest('logs.all', query, { 'x-api-key': key });
    return { status, text: JSON.stringify(body) };
  };
  return { made, issuer, ask };
}

test('a narrower mapping is applied to tokens that are known, and a wider one too', async () => {
  const { made, ask } = await gatewayWithTokens(WIDE);
  expect((await ask('other')).text).toContain(SECRET);

  await made.change({ CLAIMS: NARROW });
  expect((await ask('other')).status).toBe(403);
  expect((await ask('mine')).text).toContain(OWN);

  await made.change({ CLAIMS: { ...NARROW, metrics: 'app_metadata.absent' } });
  expect((await ask('mine')).status).toBe(401);

  await made.change({ CLAIMS: WIDE });
  expect((await ask('other')).text).toContain(SECRET);
});

test('no request in between is answered by anything but the old or the new mapping', async () => {
  const { made, issuer, ask } = await gatewayWithTokens(NARROW);
  const fresh = () => issuer.sign({ app_metadata: { endpoints: ['logs.all'], project: 'mine' } });
  const answers: { readonly status: number; readonly text: string }[] = [];
  let isDone = false;
  const caller = async () => {
    while (!isDone) answers.push(await ask('other'), await ask('other', await fresh()));
  };
  const callers = [caller(), caller(), caller()];

  // Neither lets a token of `mine` read `other`.
  const limited = { ...NARROW, requestsPerMinute: { value: 1_000_000 } };
  for (let i = 0; i < 10; i += 1) await made.change({ CLAIMS: i % 2 === 0 ? limited : NARROW });
  isDone = true;
  await Promise.all(callers);

  expect(answers.length).toBeGreaterThan(20);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  expect(answers.filter(({ text }) => text.includes(SECRET))).toEqual([]);
});

test('a token that is being verified when the mapping changes is not remembered by the old one', async () => {
  const { made, issuer, ask } = await gatewayWithTokens(WIDE);
  const tokens = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      issuer.sign({ jti: `${i}`, app_metadata: { endpoints: ['logs.all'], project: 'mine' } }),
    ),
  );

  const [running] = [
    tokens.map((token) => ask('other', token)),
    await made.change({ CLAIMS: NARROW }),
  ];
  await Promise.all(running);

  const after = await Promise.all(tokens.map((token) => ask('other', token)));
  expect(after.map(({ status }) => status)).toEqual(Array(20).fill(403));
});

test('claims cannot be taken away while tokens are accepted', async () => {
  const { made, ask } = await gatewayWithTokens(NARROW);

  const said = await made.report('{}');

  expect(said).toContain('OIDC_ISSUER needs CLAIMS');
  expect((await ask('mine')).status).toBe(200);
  expect((await ask('other')).status).toBe(403);
});
