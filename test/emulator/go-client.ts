import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { queryParameters } from '../../src/engines/bigquery/statements/parameters.ts';
import { printStatement } from '../../src/engines/bigquery/statements/print-statement.ts';
import { placeTables } from '../../src/engines/bigquery/table-places.ts';
import { tableSource } from '../../src/engines/bigquery/warehouse/table-source.ts';
import type { FixtureCase } from '../engines/fixture-cases.ts';
import { PROJECT } from '../support/project.ts';
import { PLACE } from './trial.ts';

/** What Google's Go client makes of an answer. */
export interface GoAnswer {
  readonly title: string;
  /** `name type repeated`, as the client reads the schema. */
  readonly columns: readonly string[];
  /** Each as Go prints it, sorted: not every query orders its rows. */
  readonly rows: readonly string[];
  readonly error: string;
}

const SOURCE = fileURLToPath(new URL('./go-client/', import.meta.url));

/** Asks a server with Google's Go client, which Go builds where it did not yet. */
export async function askWithGo(
  url: string,
  cases: readonly FixtureCase[],
): Promise<readonly GoAnswer[]> {
  const running = promisify(execFile)('go', ['run', '.', url, PLACE.project], {
    cwd: SOURCE,
    maxBuffer: 1e9,
    timeout: 300_000,
  });
  running.child.stdin?.end(cases.map((item) => `${JSON.stringify(questionOf(item))}\n`).join(''));
  const { stdout } = await running;
  const answers = stdout.trimEnd().split('\n');
  return answers.map((line) => {
    const { rows, ...answer }: GoAnswer = JSON.parse(line);
    return { ...answer, rows: (rows ?? []).toSorted() };
  });
}

const sources = new Map(
  [...placeTables(PROJECT.tables, PLACE)].map(([name, table]) => [name, tableSource(table)]),
);

/** The text and parameters that our own client would send. */
function questionOf({ query: { maxRows, parameters, statement }, title }: FixtureCase) {
  const printed = printStatement(statement, sources, maxRows + 1);
  return {
    title,
    query: printed.sql,
    parameters: queryParameters(printed, parameters),
  };
}
