import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { duckdbRows, filesBelow, filesOf } from '../../support/imported.ts';
import { canMount, mounted } from '../../support/mounted.ts';
import { PROJECT } from '../../support/project.ts';
import { NOW, run, storedRows } from '../../support/run-import.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const JULY_1 = Date.UTC(2026, 6, 1) * 1_000;
const LOG = [
  '192.0.2.1 - - [01/Jul/2026:23:59:58 +0000] "GET /rest/v1/a?x=1 HTTP/1.1" 200 10 "-" "curl/8"',
  '2001:db8::2 - - [02/Jul/2026:00:00:01 +0000] "POST /auth/v1/token HTTP/1.1" 400 - "-" "-"',
  '192.0.2.3 - - [02/Jul/2026:00:00:02 +0000] "GET /storage/v1/b HTTP/1.1" 200 7 "-" "cut',
];

test('import puts an access log into the edge table, as one file', async () => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'access.log.gz');
  writeFileSync(file, gzipSync(`${LOG.join('\n')}\n`));

  const result = await run(['cloudflare.logs.prod', file, '--project', 'shop'], { dataDir });

  const name = '20260701T235958000000Z-20260702T000002000000Z';
  const [, id = ''] = /as import ([0-9a-f]{12})/.exec(result.stdout) ?? [];
  expect(filesBelow(dataDir)).toEqual([
    'access.log.gz',
    `tables/cloudflare.logs.prod/${name}-${id}.parquet`,
  ]);
  expect(result).toEqual({
    code: 0,
    stderr: '',
    stdout: `Imported 3 rows of 3 lines into cloudflare.logs.prod, as import ${id}
From 2026-07-01T23:59:58.000000Z to 2026-07-02T00:00:02.000000Z
Endpoints that read cloudflare.logs.prod: logs.all, usage.api-counts
1 line without a closing quote in the last field, taken to the line's end: 3
`,
  });
  expect(
    await storedRows(
      dataDir,
      'cloudflare.logs.prod',
      'project, metadata[1].request[1].url, metadata[1].response[1].status_code',
    ),
  ).toEqual([
    ['shop', 'https://shop.example.com/rest/v1/a?x=1', '200'],
    ['shop', 'https://shop.example.com/auth/v1/token', '400'],
    ['shop', 'https://shop.example.com/storage/v1/b', '200'],
  ]);
});

test('import writes the newest rows first', async () => {
  const dataDir = temporaryFolder();
  const times = Array.from({ length: 5_000 }, (_, i) => JULY_1 + ((i * 7919) % 5_000) * 1_000);
  const stdin = Buffer.from(times.map((timestamp) => `{"timestamp": ${timestamp}}`).join('\n'));

  await run(['postgres.logs', '-'], { dataDir, stdin });

  const [file = ''] = await filesOf(dataDir, 'postgres.logs');
  const stored = await duckdbRows(`SELECT epoch_us(timestamp) FROM '${file}'`);
  expect(stored.map(([micros]) => Number(micros))).toEqual(times.sort((a, b) => b - a));
});

test.each([
  ['cloudflare.logs.prod', (project: string | undefined) => ({ project })],
  ['deno-relay-logs', (project_ref: string | undefined) => ({ metadata: [{ project_ref }] })],
])(
  'import sorts the rows of several tenants, and of none, by tenant in %s',
  async (table, tenant) => {
    for (const tenants of [
      ['b', 'a'],
      ['a', undefined],
    ]) {
      const dataDir = temporaryFolder();
      const lines = Array.from({ length: 40 }, (_, i) =>
        JSON.stringify({ timestamp: JULY_1 + i * 1_000, id: String(i), ...tenant(tenants[i % 2]) }),
      );

      await run([table, '-'], { dataDir, stdin: Buffer.from(lines.join('\n')) });

      const [file = ''] = await filesOf(dataDir, table);
      const stored = (await duckdbRows(`SELECT id FROM '${file}'`)).map(([id]) => Number(id));
      const newestFirst = Array.from({ length: 20 }, (_, i) => 38 - 2 * i);
      const odd = newestFirst.map((id) => id + 1);
      expect(stored).toEqual(
        tenants[0] === 'b' ? [...odd, ...newestFirst] : [...newestFirst, ...odd],
      );
    }
  },
);

test('import --shift-to now moves all rows by the same time', async () => {
  const dataDir = temporaryFolder();
  const commandLine = [
    'cloudflare.logs.prod',
    '-',
    '--project',
    'shop',
    '--host',
    'h.example',
    '--shift-to',
    'now',
  ];

  await run(commandLine, { dataDir, stdin: Buffer.from(LOG.join('\n')) });

  expect(
    await storedRows(
      dataDir,
      'cloudflare.logs.prod',
      'epoch_us(timestamp), metadata[1].request[1].host',
    ),
  ).toEqual([-4, -1, 0].map((seconds) => [String((NOW + seconds * 1_000) * 1_000), 'h.example']));
  const [file = ''] = await filesOf(dataDir, 'cloudflare.logs.prod');
  expect(file).toContain('/20260710T115956000000Z-20260710T120000000000Z-');
});

test('import keeps the values of JSON rows exactly', async () => {
  const dataDir = temporaryFolder();
  const lines = [
    '{"timestamp": "2026-07-01 10:00:00.123456 UTC", "id": "a\\u0000😀", "metadata": [{"project": "p", "executionTime": "NaN", "req": [{"remotePort": 9007199254740993}]}]}',
    '{"timestamp": 1782900000123457, "metadata": [{"executionTime": 1.5, "req": [{"remotePort": "-9223372036854775808"}]}]}',
    '{"timestamp": "2000-01-01T00:00:00Z"}',
  ];

  const { code } = await run(['storage.logs.prod.2', '-', '--project', 'q'], {
    dataDir,
    stdin: Buffer.from(lines.join('\r\n')),
  });

  expect(code).toBe(0);
  expect(
    await storedRows(
      dataDir,
      'storage.logs.prod.2',
      'epoch_us(timestamp), id, metadata[1].project, metadata[1].executionTime, metadata[1].req[1].remotePort, len(metadata[1].res), len(metadata)',
    ),
  ).toEqual([
    // Nobody would see a row without a tenant.
    ['946684800000000', null, 'q', null, null, '0', '1'],
    ['1782900000123456', 'a\0😀', 'p', 'NaN', '9007199254740993', '0', '1'],
    ['1782900000123457', null, 'q', 1.5, '-9223372036854775808', '0', '1'],
  ]);
});

test('import appends to what is there', async () => {
  const dataDir = temporaryFolder();
  const stdin = Buffer.from('{"timestamp": "2026-07-01T10:00:00Z"}\n');

  await run(['postgres.logs', '-'], { dataDir, stdin });
  await run(['postgres.logs', '-', '--again'], { dataDir, stdin });

  expect(await storedRows(dataDir, 'postgres.logs', 'timestamp')).toHaveLength(2);
});

test('import skips bad lines and reports them with their numbers', async () => {
  const dataDir = temporaryFolder();
  const stdin = Buffer.concat([
    Buffer.from('\uFEFF{"timestamp": "2026-07-01T10:00:00Z"}\n\n{"timestamp"\n{"timestamp": 1}\n'),
    Buffer.from([0xff, 0x0a]),
    Buffer.from('{"timestamp": "2026-07-01T10:00:01Z", "identifier": "b"}'),
  ]);

  const result = await run(['postgREST.logs.prod', '-'], { dataDir, stdin });

  expect(result.code).toBe(0);
  expect(result.stdout).toMatch(
    /^Imported 2 rows of 5 lines into postgREST.logs.prod, as import [0-9a-f]{12}\nFrom /,
  );
  expect(result.stderr.split('\n')).toEqual([
    'Skipped 3 bad lines: 3–5',
    expect.stringMatching(/^ {2}line 3: The line is not JSON: /),
    '  line 4: "timestamp" is 1; it fits seconds best, but that is 1970-01-01T00:00:01.000000Z, before 2000-01-01',
    '  line 5: The line is not valid UTF-8',
    '',
  ]);
});

test('import describes the first ten bad lines only, and fails when there is no good one', async () => {
  const dataDir = temporaryFolder();

  const result = await run(['postgres.logs', '-'], {
    dataDir,
    stdin: Buffer.from('{}\n'.repeat(30)),
  });

  expect(result.code).toBe(1);
  expect(result.stdout).toBe('Imported 0 rows of 30 lines into postgres.logs\n');
  expect(result.stderr).toMatch(
    /^Skipped 30 bad lines: 1–30\n( {2}line \d+: "timestamp" is missing\n){10} {2}… and 20 more\n$/,
  );
});

test('import of a damaged packed file imports nothing', async () => {
  const dataDir = temporaryFolder();
  const bytes = gzipSync('{"timestamp": "2026-07-01T10:00:00Z"}\n'.repeat(5_000));

  const result = await run(['postgres.logs', '-'], {
    dataDir,
    stdin: bytes.subarray(0, bytes.length - 6),
  });

  expect(result).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Cannot import "-": unexpected end of file\n',
  });
  expect(filesBelow(dataDir)).toEqual([]);
});

test.each([
  [[], 'Two arguments are needed: a table and a file'],
  [['postgres.logs', 'a', 'b'], "too many arguments for 'import'"],
  [
    ['nope', 'a'],
    `There is no table "nope"; the tables are ${[...PROJECT.tables.keys()].join(', ')}`,
  ],
  [['postgres.logs', 'a', '--formt', 'x'], "unknown option '--formt'"],
  [['postgres.logs', 'a', '--format', 'xml'], 'Allowed choices are ndjson, combined, csv, parquet'],
  [['postgres.logs', 'a', '--rejects', './a'], '--rejects names the file that is imported'],
  [
    ['postgres.logs', 'a', '--format', 'combined'],
    'An access log can only be imported into cloudflare.logs.prod',
  ],
  [['postgres.logs', 'a', '--shift-to', 'then'], 'Allowed choices are now'],
  [['cloudflare.logs.prod', '-'], 'An access log does not say whose it is: add --tenant <value>'],
  [
    ['postgres.logs', '-', '--project', 'a', '--tenant', 'b'],
    '--project is another name of --tenant: give one of them',
  ],
])('import refuses the command line %j', async (commandLine, message) => {
  const result = await run(commandLine, {
    dataDir: temporaryFolder(),
    stdin: Buffer.from(LOG.join('\n')),
  });

  expect(result.code).toBe(2);
  expect(result.stderr).toContain(message);
});

test.each([
  ['/nonexistent/x.ndjson', 'there is no such file'],
  ['/', 'it is a folder'],
])('import names the file %s that cannot be read, and why', async (file, why) => {
  const result = await run(['postgres.logs', file], { dataDir: temporaryFolder() });

  expect(result).toEqual({ code: 2, stdout: '', stderr: `Cannot read "${file}": ${why}\n` });
});

const ROW = Buffer.from('{"timestamp": "2026-07-01T10:00:00Z"}\n');

test('import names a data folder that is a file', async () => {
  const dataDir = join(temporaryFolder(), 'file');
  writeFileSync(dataDir, '');

  const { code, stderr } = await run(['postgres.logs', '-'], { dataDir, stdin: ROW });

  expect([code, stderr]).toEqual([
    1,
    `Cannot write into the data folder "${dataDir}": it is not a folder\n`,
  ]);
});

test.runIf(canMount).each([
  ['ro', ROW, 'its file system is read-only'],
  ['size=64k', randomText(400_000), 'its disk is full'],
])('import names a data folder on a disk mounted with %s', async (options, stdin, why) => {
  const dataDir = mounted(options);

  const { code, stderr } = await run(['postgres.logs', '-'], { dataDir, stdin });

  expect([code, stderr]).toEqual([1, `Cannot write into the data folder "${dataDir}": ${why}\n`]);
  expect(filesBelow(dataDir)).toEqual([]);
});

/** A row with a text that does not pack well. */
function randomText(letters: number): Buffer {
  const text = randomBytes(letters / 2).toString('hex');
  return Buffer.from(`{"timestamp": "2026-07-01T10:00:00Z", "event_message": "${text}"}\n`);
}

test.runIf(existsSync('/dev/full')).each([
  ['/dev/full', 'its disk is full'],
  ['/', 'it is a folder'],
])('import names the file %s that takes no bad lines', async (rejects, why) => {
  const dataDir = temporaryFolder();
  const stdin = Buffer.concat([ROW, Buffer.from('bad\n')]);

  const { code, stderr } = await run(['postgres.logs', '-', '--rejects', rejects], {
    ...{ dataDir, stdin },
  });

  expect([code, stderr]).toEqual([1, `Cannot write the bad lines into "${rejects}": ${why}\n`]);
  expect(filesBelow(dataDir)).toEqual([]);
});

test('import --help shows how it is used', async () => {
  const result = await run(['--help'], { dataDir: temporaryFolder() });

  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout).toContain('Usage: fieldstone import [options] [table] [file]');
});
