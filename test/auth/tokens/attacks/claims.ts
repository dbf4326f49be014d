import { AUDIENCE } from '../../../support/oidc-issuer.ts';
import { type Attack, type Forge, type Json, SOUND } from './forge.ts';

/** Tokens before or after their time, or without one. */
export function times(forge: Forge): readonly Attack[] {
  const now = Math.floor(Date.now() / 1_000);
  const claims: readonly Json[] = [
    ...[
      now - 31,
      now - 300,
      now - 86_400,
      0,
      -1,
      1,
      now / 1_000,
      2 ** 53,
      1e18,
      1e308,
      now + 60.5,
    ].map((exp) => ({ exp })),
    ...[
      undefined,
      null,
      `${now + 300}`,
      '2099-01-01T00:00:00Z',
      [now + 300],
      { at: now },
      true,
    ].map((exp) => ({ exp })),
    ...[now + 90, now + 86_400, now * 1_000].map((nbf) => ({ nbf })),
    ...[null, `${now}`, [now], {}, false].map((nbf) => ({ nbf })),
    ...[null, `${now}`, [now], {}].map((iat) => ({ iat })),
  ];
  return claims.map((one) => ({ what: JSON.stringify(one), token: forge.signed(one) }));
}

/** Tokens of somebody else, for somebody else, or about nobody. */
export function parties(forge: Forge): readonly Attack[] {
  const { url } = forge.world.issuer;
  const aud = [
    undefined,
    null,
    '',
    '*',
    'another',
    AUDIENCE.toUpperCase(),
    `${AUDIENCE} `,
    `${AUDIENCE},another`,
    `${AUDIENCE} another`,
    `x${AUDIENCE}`,
    AUDIENCE.slice(1),
    [],
    ['another'],
    [[AUDIENCE]],
    [null],
    { 0: AUDIENCE },
    { includes: AUDIENCE },
    0,
    true,
  ].map((one) => ({ aud: one }));
  const iss = [
    undefined,
    null,
    '',
    `${url}/`,
    url.toUpperCase(),
    url.replace('http', 'https'),
    `${url}.evil.example`,
    `${url}@evil.example`,
    'https://evil.example',
    ` ${url}`,
    `${url}#`,
    [url],
    { url },
    0,
    true,
  ].map((one) => ({ iss: one }));
  const sub = [undefined, null, '', 0, true, ['someone'], { id: 'someone' }].map((one) => ({
    sub: one,
  }));
  return [...aud, ...iss, ...sub].map((claims) => ({
    what: JSON.stringify(claims),
    token: forge.signed(claims),
  }));
}

/** Soundly signed tokens that lack a mapped claim, or have one of another type. */
export function mappedClaims(forge: Forge): readonly Attack[] {
  const { app_metadata: metadata, limits } = SOUND;
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    project_ref: [undefined, null, '', 0, 1, true, ['mine'], { eq: 'mine' }, []],
    endpoints: [
      undefined,
      null,
      0,
      true,
      {},
      [1],
      [null],
      [''],
      [['logs.all']],
      { 0: 'logs.all' },
      ['logs.all', 'logs.all'],
    ],
    sandbox: [undefined, null, 'true', 'false', 1, 0, [], {}],
    redact: [undefined, null, 'true', '', 0, [], {}],
  };
  const wrongLimits: Readonly<Record<string, readonly unknown[]>> = {
    bytes: [undefined, null, '1000', 0, -1, 1.5, 1e30, [], {}, true],
    requests: [undefined, null, '60', 0, -1, 0.5, [60], {}, false],
  };
  const whole: readonly unknown[] = [undefined, null, 'mine', [metadata], [], 0, {}];
  return [
    ...Object.entries(wrong).flatMap(([name, values]) =>
      values.map((value) => ({ app_metadata: { ...metadata, [name]: value } })),
    ),
    ...Object.entries(wrongLimits).flatMap(([name, values]) =>
      values.map((value) => ({ limits: { ...limits, [name]: value } })),
    ),
    ...whole.map((value) => ({ app_metadata: value })),
    {
      app_metadata: undefined,
      'app_metadata.project_ref': 'mine',
      'app_metadata.endpoints': ['logs.all'],
    },
  ].map((changes) => ({ what: JSON.stringify(changes), token: forge.signed(changes) }));
}
