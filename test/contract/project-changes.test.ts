import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { changesSince, placedChanges } from '../../src/cli/check/against/compare-project.ts';
import { checkProject } from '../../src/cli/check/check-project.ts';
import type { ReportedChange } from '../../src/cli/check/report.ts';
import { printContract } from '../../src/cli/schema/contract.ts';
import { schemaFiles, writeSchemaFiles } from '../../src/cli/schema/schema-files.ts';
import { parseContract } from '../../src/contract/contract.ts';
import { parseHeader } from '../../src/googlesql/index.ts';
import { createSchema } from '../../src/graphql/schema/schema.ts';
import { ProjectReader } from '../../src/serving/project-reader.ts';
import { commitFiles, initRepository, isolateGit } from '../support/git.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { COLUMN_SCENARIOS, VIEW_SCENARIOS } from './scenarios/column-scenarios.ts';
import { documentedEffects, documentedOf } from './scenarios/documented.ts';
import { ENDPOINT_SCENARIOS } from './scenarios/endpoint-scenarios.ts';
import { PARAMETER_SCENARIOS } from './scenarios/parameter-scenarios.ts';
import type { Files, Scenario } from './scenarios/scenario.ts';
import {
  PROJECT_FILES,
  SETTING_SCENARIOS,
  TENANT_SCENARIOS,
} from './scenarios/setting-scenarios.ts';

const SCENARIOS = [
  ...ENDPOINT_SCENARIOS,
  ...PARAMETER_SCENARIOS,
  ...COLUMN_SCENARIOS,
  ...SETTING_SCENARIOS,
  ...VIEW_SCENARIOS,
  ...TENANT_SCENARIOS,
];

/** Kinds that no edit of a project is: another compiler's names, and what dry runs tell. */
const ELSEWHERE = ['endpoint-field', 'bytes-above-cap', 'bytes-doubled', 'pruning-lost'];

test('the page has every kind of change once, and a project is changed in each of these ways', () => {
  const documented = [...new Set(documentedEffects().map(({ kind }) => kind))];

  expect(documented.toSorted()).toEqual(
    [...SCENARIOS.map(({ kind }) => kind), ...ELSEWHERE].toSorted(),
  );
  expect(SCENARIOS.length).toBeGreaterThanOrEqual(60);
});

/** Writes files of a project, with what a contract says of texts that are BigQuery's own. */
function writeFiles(folder: string, files: Files): void {
  const foreign: Record<string, object> = {};
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (text === undefined) rmSync(path, { force: true });
    else writeFileSync(path, text);
    if (!text?.includes('@engine bigquery')) continue;
    const [, endpoint = ''] = /^endpoints\/([^./]+)/.exec(name) ?? [];
    const own = text.slice(parseHeader(text).end);
    const hash = createHash('sha256').update(own).digest('hex');
    foreign[endpoint] = { text: hash, parameters: {}, columns: [{ name: 'a', type: 'INT64' }] };
  }
  if (Object.keys(foreign).length === 0) return;
  mkdirSync(join(folder, 'schema'), { recursive: true });
  writeFileSync(join(folder, 'schema/contract.json'), JSON.stringify({ endpoints: foreign }));
}

async function readFolder(reader: ProjectReader) {
  const read = await reader.read();
  expect(read.problems).toEqual([]);
  return read;
}

/** What is said of a scenario's edit, by the page. */
function expected({ also = {}, at, before, endpoint, kind, now, words }: Scenario) {
  const hasSandbox = /@sandbox\n/.test(JSON.stringify([before, now]).replaceAll('\\n', '\n'));
  const said = Object.entries({ ...also, [kind]: words }).flatMap(([one, values]) =>
    documentedOf(one, values, hasSandbox ? [] : ['sandbox']),
  );
  return said.map((change) => ({ endpoint: endpoint ?? kind, at, ...change })).sort(byText);
}

function byText(one: object, other: object): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

function found(changes: readonly ReportedChange[]) {
  return changes
    .map(({ endpoint, file, for: clients, kind, level, line, message }) => ({
      endpoint,
      at: `${file}:${line}`,
      kind,
      level,
      for: clients,
      message,
    }))
    .sort(byText);
}

test.each(SCENARIOS.map((scenario) => [scenario.kind, scenario] as const))(
  '%s is said of an edit of a project as the page says it, and nothing else',
  async (_, scenario) => {
    const folder = temporaryFolder();
    writeFiles(folder, { ...PROJECT_FILES, ...scenario.before });
    const reader = new ProjectReader(folder);
    const before = await readFolder(reader);
    const earlier = printContract(before.endpoints, createSchema(before.endpoints));
    writeFiles(folder, scenario.now);
    const now = await readFolder(reader);
    const { changes, notes } = changesSince(now, parseContract(earlier));

    expect(notes).toEqual([]);
    expect(found(placedChanges(now, changes))).toEqual(expected(scenario));
  },
);

/** Writes the files of a project and its `schema/`, and commits them. */
async function commitProject(folder: string, files: Files): Promise<void> {
  writeFiles(folder, files);
  const read = await readFolder(new ProjectReader(folder));
  await writeSchemaFiles(read.project, schemaFiles(read.endpoints));
  commitFiles(folder);
}

test('all of them in one commit are said as if they were alone, and none is unseen', async () => {
  const together = SCENARIOS.filter(({ isShared }) => !isShared);
  expect(together.length).toBeGreaterThanOrEqual(40);
  const folder = temporaryFolder();
  isolateGit();
  initRepository(folder);
  const files = (member: 'before' | 'now'): Files =>
    Object.assign({}, PROJECT_FILES, ...together.map((scenario) => scenario[member]));
  await commitProject(folder, files('before'));
  await commitProject(folder, files('now'));
  const { notes, problems, report } = await checkProject(folder, { against: 'HEAD~1' });

  expect([problems, notes]).toEqual([[], []]);
  expect(found(report.changes)).toEqual(together.flatMap(expected).sort(byText));
});
