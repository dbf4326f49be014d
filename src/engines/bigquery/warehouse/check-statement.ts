import { type Statement, typeName } from '../../../googlesql/index.ts';
import type { BoundParameter } from '../../engine.ts';
import { BigQueryError } from '../client/bigquery-error.ts';
import type { RestClient } from '../client/rest-client.ts';
import { type DryRun, dryRun } from '../jobs/dry-run.ts';
import { queryParameters } from '../jobs/parameters.ts';
import { type PrintedStatement, printStatement } from '../jobs/print-statement.ts';
import { compileDecoder } from '../rows/decode.ts';

/** The warehouse that statements are checked against. */
export interface Warehouse {
  readonly client: RestClient;
  /** Full names by logical name. */
  readonly tables: ReadonlyMap<string, string>;
  readonly location: string | undefined;
}

/** A statement with values for its parameters over one day, and over seven. */
export interface CheckedInput {
  readonly statement: Statement;
  readonly maxRows: number;
  readonly oneDay: ReadonlyMap<string, BoundParameter>;
  readonly sevenDays: ReadonlyMap<string, BoundParameter>;
}

/** What the warehouse says of a statement, but for bytes: what must not change unseen. */
export interface StatementContract {
  readonly statementType: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
  /** Logical names. */
  readonly tables: readonly string[];
}

/** What came of the check of one statement. */
export interface StatementReport {
  readonly contract: StatementContract;
  readonly bytes: { readonly oneDay: number; readonly sevenDays: number };
  /** Empty where all is well. */
  readonly problems: readonly string[];
}

/** Checks a stored statement by dry runs: its result, its parameters, its tables, and that its bounds prune. */
export async function checkStatement(
  warehouse: Warehouse,
  input: CheckedInput,
): Promise<StatementReport> {
  const { statement, maxRows, oneDay, sevenDays } = input;
  const { client, location, tables } = warehouse;
  const printed = printStatement(statement.tree, tables, maxRows + 1);
  const ask = (values: ReadonlyMap<string, BoundParameter>, names = printed.parameters) =>
    dryRun(client, { sql: printed.sql, parameters: queryParameters(names, values), location });
  const narrow = await ask(oneDay);
  const wide = await ask(sevenDays);
  const inferred = new Map<string, string>();
  for (const name of printed.parameters) {
    // One at a time: what is left out is inferred from all the others.
    const others = printed.parameters.filter((other) => other !== name);
    const { undeclared } = await ask(oneDay, others);
    inferred.set(name, undeclared.get(name) ?? 'none');
  }
  const logical = new Map([...tables].map(([name, full]) => [full, name]));
  return {
    contract: {
      statementType: narrow.statementType,
      columns: Object.fromEntries(
        statement.columns.map(({ name, type }) => [name, typeName(type)]),
      ),
      parameters: Object.fromEntries([...inferred].sort(byName)),
      tables: narrow.tables.map((full) => logical.get(full) ?? full).sort(),
    },
    bytes: { oneDay: narrow.bytes, sevenDays: wide.bytes },
    problems: [
      ...typeProblems(narrow),
      ...columnProblems(narrow, statement),
      ...tableProblems(narrow, printed),
      ...parameterProblems(inferred, oneDay),
      ...pruningProblems(narrow, wide),
    ],
  };
}

const byName = ([left]: [string, string], [right]: [string, string]) => (left < right ? -1 : 1);

function typeProblems({ statementType }: DryRun): string[] {
  return statementType === 'SELECT' ? [] : [`it is a ${statementType} statement, not a SELECT`];
}

function columnProblems({ fields }: DryRun, { columns }: Statement): string[] {
  try {
    compileDecoder(fields, columns);
    return [];
  } catch (error) {
    if (error instanceof BigQueryError) return [error.message];
    throw error;
  }
}

function tableProblems({ tables: read }: DryRun, { tables: allowed }: PrintedStatement): string[] {
  const others = read.filter((name) => !allowed.has(name));
  return others.length > 0 ? [`it reads ${others.length} tables that are not the endpoint's`] : [];
}

function parameterProblems(
  inferred: ReadonlyMap<string, string>,
  declared: ReadonlyMap<string, BoundParameter>,
): string[] {
  return [...inferred].flatMap(([name, type]) => {
    const bound = declared.get(name);
    const expected = bound ? typeName(bound.type) : 'none';
    return type === expected
      ? []
      : [`parameter "${name}" is declared as ${expected}, but used as ${type}`];
  });
}

/** Without data there is nothing to compare. */
function pruningProblems({ bytes: narrow }: DryRun, { bytes: wide }: DryRun): string[] {
  if (wide === 0 || narrow < wide) return [];
  return [
    'one day reads as much as seven: its time bounds do not prune, or there are no older rows',
  ];
}
