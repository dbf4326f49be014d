import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testProject } from '../../../src/cli/test/test-project.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { Project } from '../../../src/project/load-project.ts';
import { spacedJson } from '../../../src/testing/update-case.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { caseProject } from '../../testing/support.ts';

const FILES = {
  'tables/t.json': [
    { name: 'id', type: 'INT64' },
    { name: 'x', type: 'STRING' },
  ],
  'endpoints/list.sql': 'SELECT t.id, t.x FROM t ORDER BY t.id, t.x',
  'endpoints/count.sql': '-- @returns one\nSELECT COUNT(*) AS n FROM t',
};

const RIGHT = { tables: { t: [{ id: 1 }, { id: 2 }] }, rows: [{ n: 2 }] };

/** Runs the command; its exit code and what it writes. */
async function run(project: Project, options: object = {}) {
  const written: string[] = [];
  const code = await testProject({
    project,
    config: readConfig({ DATA_DIR: join(project.folder, '.data') }),
    names: [],
    update: false,
    isColoured: false,
    processes: sharedProcesses(1),
    write: (text) => void written.push(text),
    ...options,
  });
  return { code, text: written.join('') };
}

test('cases that fail, files that are wrong and a summary; JUnit has the same', async () => {
  const { project } = await caseProject({
    ...FILES,
    'cases/count/right.json': RIGHT,
    'cases/count/wrong.json': { ...RIGHT, rows: [{ n: 3 }] },
    'cases/list/unknown.json': { tables: { u: [] }, rows: [] },
    'cases/list/text.json': { tables: { t: [{ id: 1, x: '<a & "b">\u0001]]>' }] }, rows: [] },
  });
  const junit = join(project.folder, 'junit.xml');
  const { code, text } = await run(project, { junit });

  expect(code).toBe(1);
  expect(text).toBe(`cases/list/unknown.json:3:5: tables.u: There is no such table; the tables are t
> 3 |     "u": []
    |     ^

FAIL count/wrong (cases/count/wrong.json)
  rows differ (- expected 1, + answered 1), compared in their order
  row 1, n
    - 3
    + 2

FAIL list/text (cases/list/text.json)
  rows differ (- expected 0, + answered 1), compared in their order
  row 1 of the answer is not expected
    + {"id":1,"x":"<a & \\"b\\">\\u0001]]>"}

4 cases: 1 passed, 3 failed
`);
  expect(readFileSync(junit, 'utf8').replace(/time="[\d.]+"/g, 'time="…"')).toBe(JUNIT);
});

const JUNIT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="count" tests="2" failures="1" errors="0" skipped="0" time="…">
    <testcase name="right" classname="count" file="cases/count/right.json" time="…"/>
    <testcase name="wrong" classname="count" file="cases/count/wrong.json" time="…">
      <failure message="rows differ (- expected 1, + answered 1), compared in their order">rows differ (- expected 1, + answered 1), compared in their order
row 1, n
  - 3
  + 2</failure>
    </testcase>
  </testsuite>
  <testsuite name="list" tests="1" failures="1" errors="0" skipped="0" time="…">
    <testcase name="text" classname="list" file="cases/list/text.json" time="…">
      <failure message="rows differ (- expected 0, + answered 1), compared in their order">rows differ (- expected 0, + answered 1), compared in their order
row 1 of the answer is not expected
  + {&quot;id&quot;:1,&quot;x&quot;:&quot;&lt;a &amp; \\&quot;b\\&quot;&gt;\\u0001]]&gt;&quot;}</failure>
    </testcase>
  </testsuite>
  <testsuite name="files" tests="1" failures="0" errors="1" skipped="0" time="…">
    <testcase name="cases/list/unknown.json" classname="files" file="cases/list/unknown.json" time="…">
      <error message="cases/list/unknown.json:3:5: tables.u: There is no such table; the tables are t">cases/list/unknown.json:3:5: tables.u: There is no such table; the tables are t
&gt; 3 |     &quot;u&quot;: []
    |     ^</error>
    </testcase>
  </testsuite>
</testsuites>
`;

test('rows that ORDER BY may leave tied are compared in any order, which is said until the case says whether they are ordered', async () => {
  const { project } = await caseProject({
    ...FILES,
    'endpoints/part.sql': 'SELECT t.id, t.x FROM t ORDER BY t.id',
    ...Object.fromEntries(
      [undefined, true, false].map((ordered) => [
        `cases/part/${ordered}.json`,
        {
          tables: { t: [{ id: 1, x: 'a' }, { id: 2 }] },
          rows: [{ id: 1, x: 'a' }, { id: 2 }],
          ordered,
        },
      ]),
    ),
    'cases/part/one.json': { tables: { t: [{ id: 1 }] }, rows: [{ id: 1 }] },
  });

  expect(await run(project)).toEqual({
    code: 0,
    text: `note part: undefined passes with rows in any order, because ORDER BY may leave some tied; say "ordered" in the case: true compares them in their order

4 cases: 4 passed, 0 failed
`,
  });
});

test('a recording takes no options of a run', async () => {
  const { project } = await caseProject(FILES);
  const ended = run(project, { record: ['list', 'new'], update: true });

  await expect(ended).rejects.toMatchObject({
    exitCode: 2,
    message: '--record writes a case and runs none: leave out --update',
  });
});

test('update rewrites rows that differ, and no other part of the file', async () => {
  const text = `{
    "note": "kept  as it is",
    "rows": [ {"id":1,   "x": "b"} ], "tables": {"t": [{"id": 2,"x":"{}, :"},
  { "id": 1 }]}
}`;
  const right = '{"rows":[{"n":0}],"tables":{}}';
  const { project } = await caseProject({
    ...FILES,
    'cases/list/one.json': text,
    'cases/count/right.json': right,
  });
  const read = (file: string) => readFileSync(join(project.folder, 'cases', file), 'utf8');
  const first = await run(project, { update: true, isColoured: true });

  expect(first).toEqual({
    code: 0,
    text: '\u001b[33mupdated\u001b[39m cases/list/one.json\n\u001b[32m2 cases: 2 passed, 0 failed\u001b[39m\n',
  });
  expect(read('count/right.json')).toBe(right);
  expect(read('list/one.json')).toBe(
    text.replace(
      '[ {"id":1,   "x": "b"} ]',
      '[\n        { "id": 1, "x": null },\n        { "id": 2, "x": "{}, :" }\n    ]',
    ),
  );
  expect(await run(project, { names: ['list'] })).toEqual({
    code: 0,
    text: '1 case: 1 passed, 0 failed\n',
  });
});

test('update rewrites rows of columns and types that the endpoint does not have', async () => {
  const { project } = await caseProject({
    ...FILES,
    'cases/list/renamed.json': '{"tables":{"t":[{"id":1,"x":"a"}]},"rows":[{"ident":1}]}',
    'cases/count/type.json': '{"tables":{},"rows":[{"n":"none"}]}',
    'cases/count/table.json': '{"tables":{"u":[]},"rows":[{"n":"none"}]}',
  });
  const { code, text } = await run(project, { update: true });

  expect(code).toBe(1);
  expect(text.split('\n').filter((line) => /^\w/.test(line))).toEqual([
    'cases/count/table.json:1:12: tables.u: There is no such table; the tables are t',
    'updated cases/count/type.json',
    'updated cases/list/renamed.json',
    '3 cases: 2 passed, 1 failed',
  ]);
  expect(await run(project, { names: ['list'] })).toMatchObject({ code: 0 });
});

test('rows are written with blanks between their tokens, and none inside of their texts', () => {
  expect(spacedJson('{"a":{},"b":["{}",":,\\"{"]}')).toBe('{ "a": {}, "b": ["{}", ":,\\"{"] }');
});

test('a name of no endpoint is wrong use; no cases are none that fail', async () => {
  const { project } = await caseProject(FILES);

  await expect(run(project, { names: ['lists'] })).rejects.toMatchObject({
    exitCode: 2,
    message: 'There is no endpoint "lists"; endpoints are count, list',
  });
  expect(await run(project)).toEqual({ code: 0, text: '0 cases: 0 passed, 0 failed\n' });
});
