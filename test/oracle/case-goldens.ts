import { writeFileSync } from 'node:fs';
import { type Type, typeName } from '#googlesql';
import type { CompiledQuery, EngineResult } from '../../src/engines/engine.ts';
import type { Case } from '../../src/testing/reading/read-cases.ts';
import { compiledQuery } from '../support/compiled.ts';
import {
  type CaseGolden,
  GOLDEN_PROJECTS,
  goldenAnswer,
  goldensFile,
  readProject,
} from '../testing/reference/goldens.ts';
import { askCase, hashOf, questionOf } from '../testing/reference/question.ts';
import { withExactQuantiles } from './exact-quantiles.ts';
import type { Catalog, Oracle } from './oracle.ts';

/**
 * Asks the reference about every case of the log endpoints and of the shop, and writes its answers; returns how many it
 * has of each project.
 */
export async function writeCaseGoldens(oracle: Oracle): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  // Rows stand in the statements.
  const catalog = await oracle.register([]);
  for (const { file, folder, name } of GOLDEN_PROJECTS) {
    const { read } = await readProject(folder);
    if (read.problems.length > 0) throw new Error(`There are wrong cases in "${folder}"`);
    const goldens: string[] = [];
    for (const one of read.cases)
      goldens.push(JSON.stringify(await judgeCase(oracle, catalog, one)));
    writeFileSync(goldensFile(file), `[\n  ${goldens.join(',\n  ')}\n]\n`);
    counts[name] = goldens.length;
  }
  return counts;
}

async function judgeCase(oracle: Oracle, catalog: Catalog, one: Case): Promise<CaseGolden> {
  const name = `${one.endpoint.definition.name}/${one.name}`;
  const { answer, query } = await askCase(one, {
    run: async (asked) => evaluate(oracle, catalog, one, compiledQuery(asked)),
  });
  return { case: name, input: hashOf(one, query), ...goldenAnswer(answer) };
}

/** Runs a query over the rows of a case on the reference; rejects with what it says if it refuses the statement. */
async function evaluate(
  oracle: Oracle,
  catalog: Catalog,
  one: Case,
  query: CompiledQuery,
): Promise<EngineResult> {
  const { tree } = query.statement;
  const statement = { ...query.statement, tree: withExactQuantiles(tree) };
  const { parameters, sql } = questionOf(one, { ...query, statement });
  const answer = await oracle.evaluate(sql, catalog, parameters);
  if ('error' in answer) throw new Error(`The reference refuses "${one.file}": ${answer.error}`);
  const said = describe(answer.columns);
  const ours = describe(statement.columns);
  if (said !== ours) throw new Error(`The columns of "${one.file}" are ${said}, not ${ours}`);
  const { maxRows } = query;
  const rows = answer.rows.slice(0, maxRows);
  return { rows, truncated: answer.rows.length > maxRows, bytesBilled: 0 };
}

function describe(columns: readonly { readonly name: string; readonly type: Type }[]): string {
  return columns.map(({ name, type }) => `${name} ${typeName(type)}`).join(', ');
}
