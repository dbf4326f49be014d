import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Engine, EngineQuery } from '../../src/engines/engine.ts';
import { parseQuery } from '../../src/googlesql/syntax/parser.ts';
import { printQuery } from '../../src/googlesql/syntax/print.ts';
import type { Type } from '../../src/googlesql/types.ts';
import type { Row } from '../../src/googlesql/value.ts';
import { readTables } from '../../src/tables.ts';
import { engineQuery, GOLDENS, type StoredGolden } from '../endpoints/reference-cases.ts';
import { type Golden, readGoldens, typedParameters } from '../googlesql/cases.ts';
import { goldenValue } from '../googlesql/golden-value.ts';
import { REFUSALS } from '../googlesql/refusals.ts';
import { VIEWS } from '../oracle/catalog.ts';
import { sortRows } from '../oracle/goldens.ts';
import { compileQuery } from './compile-query.ts';

/** Opens an engine over the fixture rows of all tables, which is closed when its test ends. */
export type OpenFixtures = () => Promise<Engine>;

const NEVER = new AbortController().signal;
const TABLES = readTables();
const AT_ONCE = 4;

/** What every engine answers about the fixture rows: what Google's reference says. */
export function describeFixtures(open: OpenFixtures): void {
  test('run gives the reference’s rows of every stored query', async () => {
    const goldens: readonly StoredGolden[] = JSON.parse(readFileSync(GOLDENS, 'utf8'));
    const engine = await open();

    const wrong = await differences(goldens, async ({ columns, rows, ...item }) => {
      const query = engineQuery(item);
      const answer = await rowsOf(engine, query);
      const kept = query.statement.columns.flatMap(({ name }, i) =>
        columns.includes(name) ? [i] : [],
      );
      return [answer.map((row) => kept.map((i) => row[i])), rows];
    });

    expect(goldens.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  }, 120_000);

  test('run gives the reference’s rows of hundreds of callers’ queries', async () => {
    const goldens = sandboxGoldens();
    const engine = await open();

    const wrong = await differences(goldens, async (golden) => {
      const query = sandboxQuery(golden);
      const types = query.statement.columns.map(({ type }) => type);
      const expected = golden.rows.map((row) => types.map((type, i) => asResult(type, row[i])));
      const answer = await rowsOf(engine, query);
      return golden.ordered ? [answer, expected] : [sortRows(answer), sortRows(expected)];
    });

    expect(goldens.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  }, 120_000);
}

type Answered = Extract<Golden, { readonly rows: unknown }>;

/** Subjects whose goldens are used: those of callers' everyday SQL, and one for each kind of value. */
const SUBJECTS = [
  'aggregate',
  'array',
  'column-values',
  'conditional',
  'conversion',
  'datetime',
  'explorer',
  'from',
  'json',
  'literal-values',
  'math',
  'operator-values',
  'plans',
  'query',
  'regexp',
  'select',
  'string',
  'window',
];

/** DuckDB interpolates floats with another rounding in the last digit; a caller's CTE may not be called like a view. */
const LEFT_OUT = /^percentile_cont|^cte shadows a view$/;

/** Every golden about the log tables, and a tenth of those about values alone. */
function sandboxGoldens(): Answered[] {
  const goldens = SUBJECTS.flatMap((subject) =>
    readGoldens(subject)
      .filter(({ name }) => !REFUSALS[`${subject}: ${name}`] && !LEFT_OUT.test(name))
      .filter((golden) => 'rows' in golden),
  );
  const isAboutLogs = ({ sql }: Answered) => Object.keys(VIEWS).some((view) => sql.includes(view));
  const values = goldens.filter((golden) => !isAboutLogs(golden));
  return [...goldens.filter(isAboutLogs), ...values.filter((_, i) => i % 10 === 0)];
}

/** A golden's query over views, as a caller's query over the views of an endpoint is run. */
function sandboxQuery(golden: Golden): EngineQuery {
  const query = parseQuery(golden.sql);
  const used = Object.entries(VIEWS).filter(([view]) => golden.sql.includes(view));
  const views = used.map(([view, table]) => `${view} AS (SELECT * FROM \`${table}\`)`).join(', ');
  const stored = views === '' ? undefined : parseQuery(`WITH ${views} SELECT 1`).with;
  const ctes = [...(stored?.ctes ?? []), ...(query.with?.ctes ?? [])];
  const own = query.with ?? stored;
  const tree = own ? { ...query, with: { ...own, ctes } } : query;
  const parameters = Object.fromEntries(
    Object.entries(typedParameters(golden)).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return compileQuery(printQuery(tree), parameters, { tables: TABLES, maxRows: 10_000 });
}

async function rowsOf(engine: Engine, query: EngineQuery): Promise<unknown[][]> {
  const { rows } = await engine.run(query, { signal: NEVER });
  return rows.map((row: Row) => row.map(goldenValue));
}

/** A NULL array is an empty one as soon as it is a result. */
function asResult(type: Type, value: unknown): unknown {
  if (type.kind === 'ARRAY') {
    return ((value ?? []) as readonly unknown[]).map((item) => asResult(type.element, item));
  }
  if (type.kind !== 'STRUCT' || value === null) return value;
  const members = value as readonly unknown[]; // The type says so.
  return type.fields.map((field, i) => asResult(field.type, members[i]));
}

/** Asks all questions, some at once, and returns the ones whose answers differ. */
async function differences<Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<readonly [found: unknown, expected: unknown]>,
): Promise<object[]> {
  const wrong: object[] = [];
  const rest = [...items].reverse();
  const work = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
      const [found, expected] = await ask(item).catch((error: unknown) => [String(error), 'rows']);
      if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push({ item, found, expected });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wrong;
}
