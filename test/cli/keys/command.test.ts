import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readKeys } from '../../../src/auth/keys/key-file.ts';
import { digestOf, isWellFormedSecret } from '../../../src/auth/secret.ts';
import { commandLine } from '../../support/keys-command.ts';
import { PROJECT } from '../../support/project.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('keys create prints the key alone on its last line and stores its hash', async () => {
  const { file, run } = commandLine();

  const { code, last } = await run(
    'create --name ci --endpoint logs.all --pin project=abc --pin project_tier=PRO --expires 30d',
  );

  const [record] = (await readKeys(file)) ?? [];
  expect(code).toBe(0);
  expect(isWellFormedSecret(last)).toBe(true);
  expect(record).toEqual({
    id: record?.id,
    name: 'ci',
    sha256: digestOf(last).toString('hex'),
    created: '2026-07-01T10:00:00.000Z',
    expires: '2026-07-31T10:00:00.000Z',
    endpoints: ['logs.all'],
    pins: { project: 'abc', project_tier: 'PRO' },
    redact: false,
    sandbox: true,
  });
});

test('keys create stores what the key may be billed for', async () => {
  const { file, run } = commandLine();

  await run('create --name ci --max-bytes 10GB --daily-bytes 1TiB');

  expect((await readKeys(file))?.[0]).toMatchObject({ maxBytes: 10e9, dailyBytes: 2 ** 40 });
});

test('keys create stores how much the key may have under way, and how often it may ask', async () => {
  const { file, run } = commandLine();

  await run('create --name ci --max-running 1 --max-waiting 20 --requests-per-minute 600');

  expect((await readKeys(file))?.[0]).toMatchObject({
    maxRunning: 1,
    maxWaiting: 20,
    requestsPerMinute: 600,
  });
});

test.each([
  ['', { redact: false, sandbox: true }],
  ['--no-sandbox', { redact: false, sandbox: false }],
  ['--redact', { redact: true, sandbox: false }],
  ['--redact --sandbox', { redact: true, sandbox: true }],
])('keys create with "%s" decides on redaction and sandbox', async (options, expected) => {
  const { file, run } = commandLine();

  await run(`create --name ci ${options}`);

  expect((await readKeys(file))?.[0]).toMatchObject(expected);
});

test.each([
  ['90s', '2026-07-01T10:01:30.000Z'],
  ['45m', '2026-07-01T10:45:00.000Z'],
  ['12h', '2026-07-01T22:00:00.000Z'],
  ['2w', '2026-07-15T10:00:00.000Z'],
  ['2030-01-31', '2030-01-31T00:00:00.000Z'],
  ['2026-07-01T12:00:00+01:00', '2026-07-01T11:00:00.000Z'],
])('keys create reads --expires %s', async (text, expected) => {
  const { file, run } = commandLine();

  await run(`create --name ci --expires ${text}`);

  expect((await readKeys(file))?.[0]?.expires).toBe(expected);
});

test.each([
  ['', 'revoke <id>'],
  ['make', "unknown command 'make'"],
  ['toString', "unknown command 'toString'"],
  ['creat --name ci', 'Did you mean create?'],
  ['create', "required option '--name <name>' not specified"],
  ['create --name', "option '--name <name>' argument missing"],
  ['create --name a\u001bb', '--name must be at most 100 characters on one line'],
  ['create --name ci extra', "too many arguments for 'create'"],
  ['create --name ci --shiny', "unknown option '--shiny'"],
  [
    'create --name ci --endpoint logs.none',
    `There is no endpoint "logs.none"; known are ${PROJECT.endpoints.map(({ name }) => name).join(', ')}`,
  ],
  ['create --name ci --pin project', '--pin "project" must be NAME=VALUE'],
  ['create --name ci --pin project=', '--pin "project=" must be NAME=VALUE'],
  ['create --name ci --pin project=a --pin project=b', '--pin project is given twice'],
  ['create --name ci --pin tenant=abc', 'No endpoint has an argument "tenant"; known are '],
  [
    'create --name ci --endpoint usage.api-counts --pin project_tier=PRO',
    'No endpoint has an argument "project_tier"; known are ',
  ],
  [
    'create --name ci --endpoint usage.api-counts --pin interval=weekly',
    '"interval" cannot be "weekly"; it must be one of minutely, hourly, daily',
  ],
  ['create --name ci --pin iso_timestamp_end=soon', '"iso_timestamp_end" cannot be "soon"'],
  [
    'create --name ci --pin project_tier=GOLD',
    '"project_tier" cannot be "GOLD"; it must be one of FREE, PRO, PAYG, ENTERPRISE',
  ],
  ['create --name ci --expires 30', '--expires "30" must be like 30d, 12h, 45m, 2w or 2030-01-31'],
  ['create --name ci --expires 99999999999999d', 'must be like 30d'],
  ['create --name ci --expires 0d', '--expires "0d" is not in the future'],
  ['create --name ci --expires 2026-07-01', '--expires "2026-07-01" is not in the future'],
  ['create --name ci --max-bytes 10', '--max-bytes must be like 10GB or 1TiB, not "10"'],
  ['create --name ci --max-running 0', '--max-running must be a whole number above 0, not "0"'],
  ['create --name ci --daily-bytes lots', '--daily-bytes must be like 10GB or 1TiB, not "lots"'],
  ['create --name ci --sandbox --no-sandbox', '--sandbox and --no-sandbox exclude each other'],
  ['list all', "too many arguments for 'list'"],
  ['revoke', "missing required argument 'id'"],
  ['revoke a b', "too many arguments for 'revoke'"],
])('keys refuses "%s" with exit code 2 and what would be right', async (line, message) => {
  const { file, run } = commandLine();

  const { code, out, err } = await run(line);

  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(out).toBe('');
  expect(await readKeys(file)).toBeUndefined();
});

test('keys create takes a pinned project that is no valid pattern: pins are literal', async () => {
  const { file, run } = commandLine();

  expect((await run('create --name ci --pin project=a(b')).code).toBe(0);
  expect((await readKeys(file))?.[0]?.pins).toEqual({ project: 'a(b' });
});

test('keys create notes what the pins keep the key from', async () => {
  const { run } = commandLine();

  const { code, err } = await run('create --name ci --pin interval=5min');
  const interval = await run('create --name ci --pin interval=hourly');

  expect(code).toBe(0);
  expect(err.split('\n')).toEqual([
    'Note: Argument "interval" cannot be "5min"; it must be one of minutely, hourly, daily (endpoint "usage.api-counts")',
  ]);
  expect(interval.err).toBe(
    'Note: "functions.invocation-stats" reads interval=hourly as 1day; it knows 5min, 15min, 1hr, 1day, 7day',
  );
});

test('keys create --metrics makes a key that reads nothing but metrics, unless an endpoint is named', async () => {
  const { file, run } = commandLine();
  await run('create --name scraper --metrics');
  await run('create --name both --metrics --endpoint logs.all');

  expect(await readKeys(file)).toMatchObject([
    { metrics: true, endpoints: [] },
    { metrics: true, endpoints: ['logs.all'] },
  ]);
});

test('keys list shows each key but neither the key nor its hash', async () => {
  const { run } = commandLine();
  const { last } = await run('create --name ci --pin project=abc --expires 30d');
  await run(
    'create --name explorer --endpoint logs.all --redact --max-bytes 10GB --daily-bytes 1TB --max-running 2 --max-waiting 9 --requests-per-minute 60 --origin https://app.example.com --origin https://*.b.example',
  );

  const { out } = await run('list', new Date('2026-09-01T00:00:00Z'));

  const [headings, first, second] = out.split('\n').map((line) => line.split(/ {2,}/));
  expect(headings).toEqual(
    'ID,NAME,CREATED,EXPIRES,ENDPOINTS,PINS,REDACT,SANDBOX,METRICS,ORIGINS,QUERY BYTES,DAILY BYTES,RUNNING,WAITING,PER MINUTE'.split(
      ',',
    ),
  );
  expect(first?.slice(1)).toEqual([
    'ci',
    '2026-07-01 10:00Z',
    '2026-07-31 10:00Z (expired)',
    'all',
    'project=abc',
    'no',
    'yes',
    'no',
    'any',
    ...Array(5).fill('-'),
  ]);
  expect(second?.slice(1)).toEqual([
    'explorer',
    '2026-07-01 10:00Z',
    'never',
    'logs.all',
    '-',
    'yes',
    'no',
    'no',
    'https://app.example.com,https://*.b.example',
    '10 GB',
    '1 TB',
    '2',
    '9',
    '60',
  ]);
  expect(out).not.toContain(last);
  expect(out).not.toContain(digestOf(last).toString('hex'));
});

test('keys list says where there is no key', async () => {
  const { file, run } = commandLine();

  expect((await run('list')).out).toBe(`There is no key in "${file}".`);
});

test('keys revoke takes one key of two with the same name away', async () => {
  const { file, run } = commandLine();
  await run('create --name ci');
  await run('create --name ci');
  const [first, second] = (await readKeys(file)) ?? [];

  const { code } = await run(`revoke ${first?.id}`);

  expect(code).toBe(0);
  expect(await readKeys(file)).toEqual([second]);
});

test('keys revoke fails on an unknown id', async () => {
  const { run } = commandLine();

  const { code, err } = await run('revoke 0123456789ab');

  expect({ code, err }).toEqual({
    code: 1,
    err: 'There is no key "0123456789ab"; list shows the ids',
  });
});

test.each([
  ['--help', 'fieldstone keys create --name ci --expires 30d'],
  ['help', 'revoke <id>'],
  ['create --help', 'with --redact, redaction is then best effort'],
  ['list -h', 'show the keys there are'],
])('keys %s prints its help', async (line, part) => {
  const { run } = commandLine();

  const { code, out } = await run(line);

  expect(code).toBe(0);
  expect(out.replace(/\s+/g, ' ')).toContain(part);
});

test('keys runs as a command: the key is the last line of its standard output', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const script = new URL('../../../src/bin.cjs', import.meta.url).pathname;
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [script, 'keys', ...args], { env: { KEYS_FILE: file } });

  const { stdout } = await run('create', '--name', 'ci');

  expect(isWellFormedSecret(stdout.trimEnd().split('\n').at(-1) ?? '')).toBe(true);
  expect(await readKeys(file)).toHaveLength(1);
  await expect(run('create')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("required option '--name <name>'"),
  });
});
