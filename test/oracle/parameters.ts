import { readFileSync, writeFileSync } from 'node:fs';
import { typeName } from '../../src/googlesql/types.ts';
import { Random } from '../fuzz/random.ts';
import { TABLES } from '../googlesql/inference/parameters/parameter-tables.ts';
import {
  type TypedStatement,
  verdictOn,
} from '../googlesql/inference/parameters/parameter-verdict.ts';
import type { Catalog, Oracle } from './oracle.ts';
import {
  caseStatements,
  makeParameterCall,
  makeStatement,
  type ParameterStatement,
  withParameters,
} from './parameter-statements.ts';

const PARAMETER_GOLDENS = new URL(
  '../googlesql/inference/parameters/parameter-goldens.json',
  import.meta.url,
);

/** How many goldens are written of each origin. */
const GOLDENS = 150;

/** How many statements of each origin are compared. */
const TRIES = 3_000;

/** How many statements have each verdict, what is wrong, and what goldens can be made of. */
interface Comparison {
  readonly counts: Record<string, number>;
  readonly wrong: string[];
  readonly goldens: object[];
}

/**
 * Compares the types of parameters with the reference's, over the statements of a file of JSON lines (`{"sql": …}`), or
 * over generated ones, of which goldens are written. Returns how many have each verdict, and what is wrong.
 */
export async function compareParameters(oracle: Oracle, file: string): Promise<object> {
  const catalog = await oracle.register(
    [...TABLES.values()].map((table) => ({ ...table, rows: [] })),
  );
  const random = new Random(9);
  const named = await oracle.functions();
  // The reference lists them in another order each time.
  const functions = named.toSorted((a, b) => (`${a.name_path}` < `${b.name_path}` ? -1 : 1));
  const texts = file ? readSql(file) : caseStatements();
  const generated = [
    repeat(() => makeStatement(random)),
    repeat(() => makeParameterCall(functions, random)),
  ];
  const replaced = texts.map((sql) => () => withParameters(sql, random));
  const comparison: Comparison = { counts: {}, wrong: [], goldens: [] };
  for (const makers of file ? [replaced] : [replaced, ...generated]) {
    judge(await ask(oracle, catalog, makers), comparison);
  }
  const { goldens, ...summary } = comparison;
  if (!file) writeGoldens(goldens);
  return summary;
}

/** Adds the verdicts on statements of one origin. */
function judge(
  statements: readonly TypedStatement[],
  { counts, wrong, goldens }: Comparison,
): void {
  const good = statements.flatMap((statement) => {
    const verdict = verdictOn(statement, TABLES);
    const kind = verdict.replace(/:.*/s, '');
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (verdict !== kind) wrong.push(`${statement.sql}\n    ${verdict}`);
    return kind === 'equal' || kind === 'tag' ? [{ ...statement, verdict }] : [];
  });
  const step = Math.ceil(good.length / GOLDENS);
  goldens.push(...good.filter((_, i) => i % step === 0));
}

function writeGoldens(goldens: readonly object[]): void {
  const lines = goldens.map((golden) => `  ${JSON.stringify(golden)}`);
  writeFileSync(PARAMETER_GOLDENS, `[\n${lines.join(',\n')}\n]\n`);
}

function readSql(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as { readonly sql: string }).sql);
}

type Maker = () => ParameterStatement | undefined;

function repeat(make: Maker): Maker[] {
  return Array.from({ length: TRIES }, () => make);
}

/** The statements that the reference accepts, with its types. */
async function ask(
  oracle: Oracle,
  catalog: Catalog,
  makers: readonly Maker[],
): Promise<TypedStatement[]> {
  const statements: TypedStatement[] = [];
  for (const make of makers) {
    const statement = make();
    if (!statement) continue;
    const { sql, reference } = statement;
    const answer = await oracle.parameterTypes(reference, catalog);
    if ('error' in answer) continue;
    // What has none is an INT64 to the reference.
    const types = [...answer.types].map(([name, type]) => [name, type ? typeName(type) : 'INT64']);
    statements.push({ sql, types: Object.fromEntries(types) });
  }
  return statements;
}
