import { expect, test } from 'vitest';
import { arrayOf, SCALARS, structOf } from '../../src/googlesql/types.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { accessLines } from './access-lines.ts';

const redactor = createRedactor('default');
const extended = createRedactor('extended');

test('createRedactor changes nothing of an access log but the addresses', () => {
  const lines = accessLines(3, 300);

  const redacted = lines.map(({ address, rest }) => redactor.text(address + rest));

  expect(redacted).toEqual(lines.map(({ rest }) => `REDACTED${rest}`));
});

test('createRedactor redacts JSON in JSON and keeps keys and numbers to the digit', () => {
  const inner = '{"10.0.0.1":"10.0.0.1","n":1.500,"big":12345678901234567890}';
  const text = `{ "a" : [1e5, ${JSON.stringify(inner)}, null], "ip":"::1" }`;

  const redacted = redactor.text(text);

  const expected = inner.replace('"10.0.0.1",', '"REDACTED",');
  expect(redacted).toBe(`{ "a" : [1e5, ${JSON.stringify(expected)}, null], "ip":"REDACTED" }`);
});

test('createRedactor reads escapes of JSON before it looks', () => {
  expect(redactor.text('{"a":"\\u0031\\u0030.0.0.1\\n"}')).toBe('{"a":"REDACTED\\n"}');
});

test.each([
  ['{"password":"x","n":1}', '{"password":"REDACTED","n":1}'],
  ['{"password":123,"token":null,"secret":{"a":"b"}}', undefined],
  [
    '{"set-cookie":["a=b","c=d"],"max_tokens":"5"}',
    '{"set-cookie":["REDACTED","REDACTED"],"max_tokens":"5"}',
  ],
  ['{"user":{"accessToken":"abc"}}', '{"user":{"accessToken":"REDACTED"}}'],
  ['{"next_page_token":"abc","session_id":"1","compass":"n"}', undefined],
  ['{"password":""}', undefined],
  ['{"app_version":"10.0.19.1","ip":"10.0.19.1"}', '{"app_version":"10.0.19.1","ip":"REDACTED"}'],
])('createRedactor decides by the names of members in %s', (text, expected) => {
  expect(redactor.text(text)).toBe(expected ?? text);
});

test('createRedactor reads deep JSON without recursion', () => {
  const text = `${'['.repeat(200_000)}"10.0.0.1"${']'.repeat(200_000)}`;

  expect(redactor.text(text)).toBe(text.replace('10.0.0.1', 'REDACTED'));
});

test('Redactor.rows reaches every string and keeps numbers, nulls and shapes', async () => {
  const pair = structOf([
    { name: 'x', type: SCALARS.STRING },
    { name: 'n', type: SCALARS.INT64 },
  ]);
  const columns = [
    { name: 'a', type: SCALARS.STRING },
    { name: 'b', type: SCALARS.INT64 },
    { name: 'c', type: SCALARS.STRING },
    { name: 'd', type: SCALARS.BOOL },
    { name: 'e', type: arrayOf(pair) },
  ];
  const rows = [['a', 17, null, true, [['10.0.0.1', 5n], null]]];

  expect(await redactor.rows(rows, columns)).toEqual([
    ['a', 17, null, true, [['REDACTED', 5n], null]],
  ]);
});

test('Redactor.rows redacts long rows as it does short ones, in their order', async () => {
  const columns = [
    { name: 'n', type: SCALARS.INT64 },
    { name: 'text', type: SCALARS.STRING },
    { name: 'password', type: SCALARS.STRING },
    { name: 'lines', type: arrayOf(SCALARS.STRING) },
  ];
  const row = (n: number | bigint, length: number) => [
    n,
    'from 10.0.0.1, '.repeat(length),
    'secret'.repeat(length),
    ['::1', 'kept', null],
  ];
  const redacted = (n: number | bigint, length: number) => [
    n,
    'from REDACTED, '.repeat(length),
    'REDACTED',
    ['REDACTED', 'kept', null],
  ];

  const rows = [row(1, 1), row(2, 20_000), row(3, 1), row(2n ** 62n, 30_000)];

  expect(await redactor.rows(rows, columns)).toEqual([
    redacted(1, 1),
    redacted(2, 20_000),
    redacted(3, 1),
    redacted(2n ** 62n, 30_000),
  ]);
});

test('Redactor.rows lets others have their turn, whatever the rows hold', async () => {
  const columns = [{ name: 'text', type: SCALARS.STRING }];
  const long = [['10.0.0.1 '.repeat(100_000)]];
  await redactor.rows(long, columns);
  const short = Array.from({ length: 20_000 }, () => ['10.0.0.1 '.repeat(10)]);

  for (const rows of [long, short]) {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await redactor.rows(rows, columns);
    clearInterval(timer);

    expect(turns).toBeGreaterThan(2);
  }
});

test('Redactor.rows reads the types and names of columns', async () => {
  const headers = structOf([
    { name: 'cookie', type: SCALARS.STRING },
    { name: 'x_real_ip', type: SCALARS.STRING },
    { name: 'client_version', type: SCALARS.STRING },
    { name: 'size', type: SCALARS.INT64 },
  ]);
  const columns = [
    { name: 'id', type: SCALARS.INT64 },
    { name: 'headers', type: arrayOf(headers) },
    { name: 'body', type: SCALARS.BYTES },
    { name: 'token', type: SCALARS.JSON },
    { name: 'secret', type: arrayOf(SCALARS.STRING) },
  ];
  const rows = [
    [1, [['a=b', '10.0.0.1', '10.0.0.1', 7]], 'MTAuMC4wLjE=', '{"a":"b","n":1.0}', ['x', 'y']],
  ];

  const redacted = await redactor.rows(rows, columns);

  expect(redacted).toEqual([
    [
      1,
      [['REDACTED', 'REDACTED', '10.0.0.1', 7]],
      'MTAuMC4wLjE=',
      '{"a":"b","n":1.0}',
      ['REDACTED', 'REDACTED'],
    ],
  ]);
});

test('Redactor.rows keeps a JSON column valid where its name is that of a secret', async () => {
  const columns = [{ name: 'token', type: SCALARS.JSON }];

  expect(await redactor.rows([['"abc"'], ['["abc",1]'], ['null'], [null]], columns)).toEqual([
    ['"REDACTED"'],
    ['["REDACTED",1]'],
    ['null'],
    [null],
  ]);
});

test('Redactor.rows answers the same rows where no column holds text', async () => {
  const rows = [[1, '2026-07-01']];
  const columns = [
    { name: 'n', type: SCALARS.INT64 },
    { name: 'day', type: SCALARS.DATE },
  ];

  expect(await redactor.rows(rows, columns)).toBe(rows);
});

test.each([
  ['Bad int64 value: 10.0.0.1', 'Bad int64 value: REDACTED'],
  [
    'Bad int64 value: GET | 200 | 2001:db8:4af8::a47e:...',
    'Bad int64 value: GET | 200 | REDACTED...',
  ],
  ['Bad int64 value: GET | 200 | 198.51.1...', 'Bad int64 value: GET | 200 | REDACTED...'],
  ['Bad int64 value: ann@exam...', 'Bad int64 value: REDACTED...'],
  ['Bad int64 value: eyJhbGciOi...', 'Bad int64 value: REDACTED...'],
  ['Bad int64 value: GET /abc...', 'Bad int64 value: GET /abc...'],
  ['Cannot read "ann@exam…"', 'Cannot read "REDACTED…"'],
  [`Cannot read "${'x '.repeat(80)}198.51.1…"`, `Cannot read "${'x '.repeat(80)}REDACTED…"`],
  [`Cannot read "eyJ${'hbG'.repeat(65)}…"`, 'Cannot read "REDACTED…"'],
])('Redactor.message makes %j %j', (message, expected) => {
  expect(redactor.message(message)).toBe(expected);
});

test.each([
  ['card 4111 1111 1111 1111 ok', 'card REDACTED ok'],
  ['card=5500-0055-5555-5559', 'card=REDACTED'],
  ['to DE89 3704 0044 0532 0130 00, now', 'to REDACTED, now'],
  ['to GB82WEST12345698765432.', 'to REDACTED.'],
  ['call +4915112345678', 'call REDACTED'],
  ['call +49 151 123 45678', 'call REDACTED'],
  ['phone=%2B4915112345678', 'phone=REDACTED'],
])('the extended profile also makes %j %j', (text, expected) => {
  expect(extended.text(text)).toBe(expected);
  expect(redactor.text(text)).toBe(text);
});

test.each([
  'card 4111 1111 1111 1112',
  'at 1751364000000000',
  'to DE89 3704 0044 0532 0130 01',
  '[01/Jul/2026:10:00:00 +0000]',
  '{"n":4111111111111111}',
  'x "n": 4111111111111111 y',
  '1+12345678901',
])('the extended profile leaves %j as it is', (text) => {
  expect(extended.text(text)).toBe(text);
});

test.each(
  [0, 98, 99, 100, 101, 16_383, 16_384, 16_385, 20_000].flatMap((length) =>
    ['-', 'é', '\u{1f600}'].map((pad) => [length, pad] as const),
  ),
)('createRedactor hides what ends a text of %i times %j', (length, pad) => {
  const before = pad.repeat(length);

  for (const ending of [
    ' 10.0.0.1',
    ' ann@example.com',
    ' 10%2E0%2E0%2E1',
    ' AKIAIOSFODNN7EXAMPLE',
  ]) {
    expect(redactor.text(before + ending)).toBe(`${before} REDACTED`);
  }
});

test.each([1, 2, 3, 4])(
  'createRedactor hides an address between other letters, %i at the end',
  (count) => {
    // The bytes of such texts begin to be as many as their characters where a buffer ends.
    for (const length of [16_380, 16_381, 16_382, 16_383, 16_384]) {
      const end = '€'.repeat(count);
      const before = `é${'-'.repeat(length - 11 - count)}`;

      expect(redactor.text(`${before} 10.0.0.1 ${end}`)).toBe(`${before} REDACTED ${end}`);
    }
  },
);
