import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describe } from '../../../src/cli/import/describe.ts';
import { Tally } from '../../../src/cli/import/tally.ts';
import { parseTable } from '../../../src/googlesql/index.ts';
import { NOW, run, storedRows } from '../../support/run-import.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('import --rejects writes every bad line, which can be imported again when it is mended', async () => {
  const dataDir = temporaryFolder();
  const rejects = join(dataDir, 'rejects.ndjson');
  writeFileSync(rejects, 'of an earlier import');
  const bad = Array.from({ length: 12 }, (_, i) => `{"timestamp": "2026-07-01", "id": ${i}}`);
  const stdin = Buffer.concat([
    Buffer.from(`${bad.join('\n')}\n{"timestamp": "2026-07-01"}\n`),
    Buffer.from([0xff]),
  ]);

  const { code, stdout } = await run(['postgres.logs', '-', '--rejects', rejects], {
    dataDir,
    stdin,
  });

  expect(code).toBe(0);
  expect(stdout).toContain('Imported 1 row of 14 lines');
  const written = readFileSync(rejects, 'utf8').trimEnd().split('\n');
  expect(written.map((line) => JSON.parse(line))).toEqual([
    ...bad.map((text, i) => ({
      line: i + 1,
      reason: `"id" must be a string of valid Unicode, not ${i}`,
      text,
    })),
    { line: 14, reason: 'The line is not valid UTF-8', base64: '/w==' },
  ]);
});

test('import leaves out what the table has no column for, and says so', async () => {
  const dataDir = temporaryFolder();
  const lines = [
    '{"timestamp": "2026-07-10T11:00:00Z", "host": "a", "metadata": [{"parsed": [{"what": 1}, {"what": 2}]}]}',
    '{"timestamp": "2026-07-10T11:00:01Z", "host": "b", "id": "x"}',
    '{"timestamp": 5, "host": "in a bad line"}',
  ];

  const result = await run(['postgres.logs', '-'], {
    dataDir,
    stdin: Buffer.from(lines.join('\n')),
  });

  expect(result.code).toBe(0);
  expect(result.stderr.split('\n').slice(0, 2)).toEqual([
    'Left out what the table has no column for: "host" (2 values), "metadata.parsed.what" (2 values)',
    'Skipped 1 bad line: 3',
  ]);
  expect(await storedRows(dataDir, 'postgres.logs', 'id, len(metadata[1].parsed)')).toEqual([
    [null, '2'],
    ['x', null],
  ]);
});

test('import names a hundred unknown columns at most', async () => {
  const names = Array.from({ length: 120 }, (_, i) => `"c${i}": 1`);
  const stdin = Buffer.from(`{"timestamp": "2026-07-10", ${names.join(', ')}}`);

  const { stderr } = await run(['postgres.logs', '-'], { dataDir: temporaryFolder(), stdin });

  expect(stderr).toMatch(/"c99" \(1 value\), others \(20 values\)\n$/);
});

test('import tells units of time by their size, row by row, and says which', async () => {
  const dataDir = temporaryFolder();
  const times = [
    '1783684800',
    '1783684801000',
    '1783684802000000',
    '1783684803000000999',
    '"1783684804"',
  ];
  const stdin = Buffer.from(times.map((timestamp) => `{"timestamp": ${timestamp}}\n`).join(''));

  const { stdout } = await run(['postgres.logs', '-', '--project', 'shop'], { dataDir, stdin });

  expect(stdout).toBe(`Imported 5 rows of 5 lines into postgres.logs
1 day: 2026-07-10T12:00:00.000000Z to 2026-07-10T12:00:04.000000Z
Times that are numbers were read, by their size, as seconds (2), milliseconds (1), microseconds (1), nanoseconds (1)
logs.all shows every row, to every tier
`);
  expect(await storedRows(dataDir, 'postgres.logs', 'epoch_us(timestamp)')).toEqual(
    [0, 1, 2, 3, 4].map((second) => [String(1_783_684_800_000_000 + second * 1_000_000)]),
  );
});

test('import says how many rows each tier is shown, at the boundary exactly', async () => {
  const ages = [0, 1, 7, 7, 90, 91];
  const lines = ages.map(
    (days) => `{"timestamp": "${new Date(NOW - days * 86_400_000).toISOString()}"}\n`,
  );

  const { stdout } = await run(['postgres.logs', '-', '--project', 'shop'], {
    dataDir: temporaryFolder(),
    stdin: Buffer.from(lines.join('')),
  });

  expect(stdout).toContain(
    '\nlogs.all shows tier FREE 1 day (2 rows), tier PRO 7 days (4 rows), tier PAYG and ENTERPRISE 90 days (5 rows)\n',
  );
});

test.each([
  ['postgres.logs', 'project', ['{"project": "a"', '{"id": "x"']],
  [
    'realtime.logs.prod',
    'metadata.project',
    ['{"metadata": [{"project": "a"}, {"project": "b"}]', '{"metadata": []'],
  ],
])('import into %s counts the rows that no caller is shown', async (table, tenant, rows) => {
  const day = 86_400_000;
  const lines = rows.flatMap((row) =>
    [0, 8 * day].map((age) => `${row}, "timestamp": "${new Date(NOW - age).toISOString()}"}\n`),
  );
  const stdin = Buffer.from(lines.join(''));

  const { stdout } = await run([table, '-'], { dataDir: temporaryFolder(), stdin });

  expect(stdout).toContain(
    `\n2 rows without "${tenant}", which no caller is shown; --project fills it\nlogs.all shows tier FREE 1 day (1 row), tier PRO 7 days (1 row), tier PAYG and ENTERPRISE 90 days (2 rows)\n`,
  );
});

test('import says that no endpoint reads a table of the user', () => {
  const report = Object.assign(new Tally(), {
    format: 'ndjson' as const,
    days: ['2026-07-10'],
    oldest: 0n,
    newest: 0n,
    rowsSince: [],
    withTenant: 1,
    rows: 1,
    lines: 1,
  });
  const table = parseTable('app.events', [{ name: 'timestamp', type: 'TIMESTAMP' }], {
    tenant: ['project'],
    time: 'timestamp',
  });

  expect(describe(report, { table, readers: [], now: 0n, reach: [], isShifted: false })).toContain(
    '\nEndpoints that read app.events: none\n',
  );
});
