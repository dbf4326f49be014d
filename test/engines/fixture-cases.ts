import { readFileSync } from 'node:fs';
import type { EngineQuery } from '../../src/engines/engine.ts';
import { parseQuery } from '../../src/googlesql/syntax/parser/parser.ts';
import { printQuery } from '../../src/googlesql/syntax/printer/print.ts';
import type { Type } from '../../src/googlesql/types.ts';
import type { Row } from '../../src/googlesql/value.ts';
import { engineQuery, GOLDENS, type StoredGolden } from '../endpoints/reference-cases.ts';
import { type Golden, readGoldens, typedParameters } from '../googlesql/cases.ts';
import { goldenValue } from '../googlesql/golden-value.ts';
import { REFUSALS } from '../googlesql/refusals.ts';
import { VIEWS } from '../oracle/catalog.ts';
import { sortRows } from '../oracle/goldens.ts';
import { PROJECT } from '../support/project.ts';
import { compileQuery } from './compile-query.ts';

/** A question about the fixture rows with the reference's answer. */
export interface FixtureCase {
  readonly title: string;
  readonly query: EngineQuery;
  readonly expected: readonly (readonly unknown[])[];
  /** Rows of an engine in the form of `expected`. */
  shown(rows: readonly Row[]): readonly (readonly unknown[])[];
}

const TABLES = PROJECT.tables;

/** Every stored query with its arguments. */
export function storedCases(): readonly FixtureCase[] {
  const goldens: readonly StoredGolden[] = JSON.parse(readFileSync(GOLDENS, 'utf8'));
  return goldens.map(({ columns, rows, ...item }) => {
    const query = engineQuery(item);
    const kept = query.statement.columns.flatMap(({ name }, i) =>
      columns.includes(name) ? [i] : [],
    );
    return {
      title: `${item.endpoint} ${JSON.stringify(item.arguments)}${item.pinned ? ' pinned' : ''}`,
      query,
      expected: rows,
      shown: (found) => found.map((row) => kept.map((i) => goldenValue(row[i] ?? null))),
    };
  });
}

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

/** Titles of a tenth of the goldens about values alone; a list, so that new goldens do not change the choice. */
const VALUE_CASES: ReadonlySet<string> = new Set(
  JSON.parse(readFileSync(new URL('value-cases.json', import.meta.url), 'utf8')),
);

/** Callers' queries: every golden about the log tables, and the chosen ones of those about values alone. */
export function sandboxCases(): readonly FixtureCase[] {
  const cases = SUBJECTS.flatMap((subject) =>
    readGoldens(subject)
      .filter(({ name }) => !REFUSALS[`${subject}: ${name}`] && !LEFT_OUT.test(name))
      .filter((golden) => 'rows' in golden)
      .map((golden) => ({ title: `${subject}: ${golden.name}`, golden })),
  );
  const chosen = cases.filter(
    ({ title, golden }) => viewsIn(golden).length > 0 || VALUE_CASES.has(title),
  );
  return chosen.map(({ title, golden }) => sandboxCase(title, golden));
}

type Answered = Extract<Golden, { readonly rows: unknown }>;

function sandboxCase(title: string, golden: Answered): FixtureCase {
  const query = sandboxQuery(golden);
  const types = query.statement.columns.map(({ type }) => type);
  const inOrder = golden.ordered ? <Rows>(rows: Rows) => rows : sortRows;
  const expected = golden.rows.map((row) => types.map((type, i) => asResult(type, row[i])));
  return {
    title,
    query,
    expected: inOrder(expected),
    shown: (rows) => inOrder(rows.map((row) => row.map(goldenValue))),
  };
}

function viewsIn({ sql }: Golden): [view: string, table: string][] {
  return Object.entries(VIEWS).filter(([view]) => sql.includes(view));
}

/** A golden's query over views, as a caller's query over the views of an endpoint is run. */
function sandboxQuery(golden: Golden): EngineQuery {
  const query = parseQuery(golden.sql);
  const views = viewsIn(golden).map(([view, table]) => `${view} AS (SELECT * FROM \`${table}\`)`);
  const stored =
    views.length > 0 ? parseQuery(`WITH ${views.join(', ')} SELECT 1`).with : undefined;
  const ctes = [...(stored?.ctes ?? []), ...(query.with?.ctes ?? [])];
  const own = query.with ?? stored;
  const tree = own ? { ...query, with: { ...own, ctes } } : query;
  const parameters = Object.fromEntries(
    Object.entries(typedParameters(golden)).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return compileQuery(printQuery(tree), parameters, { tables: TABLES, maxRows: 10_000 });
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
