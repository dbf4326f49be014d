import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Project } from '../../../src/project/load-project.ts';
import { PROJECT } from '../../support/project.ts';
import { run, storedRows } from '../../support/run-import.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('import --rejects writes every bad line, which can be imported again when it is mended', async () => {
  const dataDir = temporaryFolder();
  const rejects = join(dataDir, 'rejects.ndjson');
  writeFileSync(rejects, 'of an earlier import');
  const bad = Array.from({ length: 12 }, (_, i) => `{"timestamp": "2026-07-01", "id": [${i}]}`);
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
      reason: `"id" must be a string of valid Unicode, or an integer, not [${i}]`,
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

  expect(
    stdout.replace(/import [0-9a-f]{12}/, 'import ID'),
  ).toBe(`Imported 5 rows of 5 lines into postgres.logs, as import ID
From 2026-07-10T12:00:00.000000Z to 2026-07-10T12:00:04.000000Z
Times that are numbers were read, by their size, as seconds (2), milliseconds (1), microseconds (1), nanoseconds (1)
Endpoints that read postgres.logs: logs.all
`);
  expect(await storedRows(dataDir, 'postgres.logs', 'epoch_us(timestamp)')).toEqual(
    [0, 1, 2, 3, 4].map((second) => [String(1_783_684_800_000_000 + second * 1_000_000)]),
  );
});

test.each([
  ['postgres.logs', 'project', ['{"project": "a"', '{"id": "x"']],
  [
    'realtime.logs.prod',
    'metadata.project',
    ['{"metadata": [{"project": "a"}, {"project": "b"}]', '{"metadata": []'],
  ],
])('import into %s counts the rows that no caller can read', async (table, tenant, rows) => {
  const lines = rows.map(
    (row) => `${row}, "timestamp": "2026-07-10T11:00:00Z"}
`,
  );
  const stdin = Buffer.from(lines.join(''));

  const { stdout } = await run([table, '-'], { dataDir: temporaryFolder(), stdin });

  expect(stdout).toContain(
    `
1 row without "${tenant}", which no caller can read; --tenant fills it
`,
  );
});

test('import names the endpoints whose compiled statements read the table', async () => {
  const stdin = Buffer.from('{"timestamp": "2026-07-10T11:00:00Z", "project": "shop"}');

  const { stdout } = await run(['realtime.logs.prod', '-'], {
    dataDir: temporaryFolder(),
    stdin,
    project: withComment(PROJECT, 'realtime.logs.prod'),
  });

  expect(stdout).toContain('\nEndpoints that read realtime.logs.prod: logs.all\n');
});

/** The project with an endpoint more that names a table in a comment only. */
function withComment(project: Project, table: string): Project {
  const [first] = project.endpoints.filter(({ name }) => name === 'functions.invocation-stats');
  if (!first) throw new Error('No endpoint');
  const id = '00000000-0000-4000-8000-000000000000';
  const sql = `${first.sql}\n-- \`${table}\``;
  return {
    ...project,
    endpoints: [...project.endpoints, { ...first, id, name: 'a.comment', sql }],
  };
}
