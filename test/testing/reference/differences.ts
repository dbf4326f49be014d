import { compareRows } from '../../../src/testing/comparing/compare-rows.ts';
import type { Case } from '../../../src/testing/reading/read-cases.ts';
import type { CaseAnswer } from '../../../src/testing/running/case-runner.ts';
import type { EmbeddedEngines } from '../../../src/testing/running/embedded-engines.ts';
import { type CaseProject, enginesOf } from '../support.ts';
import { type CaseGolden, goldenAnswer, rowsOf } from './goldens.ts';
import { askCase, hashOf } from './question.ts';

const STALE = 'it or its endpoint has changed since: run "npm run oracle -- cases"';

/** What differs between the answers of the embedded engine and the goldens, a line for each case. */
export async function differencesFrom(
  goldens: readonly CaseGolden[],
  { project, read }: CaseProject,
): Promise<readonly string[]> {
  const engines = enginesOf(project);
  const byName = new Map(goldens.map((golden) => [golden.case, golden]));
  const lines: string[] = [];
  try {
    for (const one of read.cases) {
      const name = `${one.endpoint.definition.name}/${one.name}`;
      const golden = byName.get(name);
      byName.delete(name);
      const found = golden ? await differenceOf(golden, one, engines) : 'no golden';
      if (found !== undefined) lines.push(`${name}: ${found}`);
    }
  } finally {
    await engines.close();
  }
  return [...lines, ...[...byName.keys()].map((name) => `${name}: no such case`)];
}

async function differenceOf(
  golden: CaseGolden,
  one: Case,
  engines: EmbeddedEngines,
): Promise<string | undefined> {
  if (!one.tables) return 'no "tables": the reference has no data of the project';
  const { answer, query } = await askCase(one, engines.over(one.tables));
  return hashOf(one, query) === golden.input ? compareAnswer(golden, one, answer) : STALE;
}

/** By the rules of the case. */
function compareAnswer(golden: CaseGolden, one: Case, answer: CaseAnswer): string | undefined {
  if (answer.kind === 'error') {
    const { code } = answer.error;
    return code === golden.error ? undefined : `the error ${code}`;
  }
  const { columns, rows } = answer;
  if (JSON.stringify(goldenAnswer(answer).columns) !== JSON.stringify(golden.columns)) {
    return 'other columns';
  }
  const types = columns.map(({ type }) => type);
  const isList = one.ordered ?? answer.order === 'total';
  const options = { columns, isList, tolerance: one.tolerance };
  const count = compareRows(rowsOf(golden, types), rows, options).length;
  return count === 0 ? undefined : `${count} rows differ`;
}
