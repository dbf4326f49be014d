import { formatByteSize } from '../../config/byte-size.ts';
import type { TableFacts } from '../../engines/bigquery/warehouse/table-facts.ts';
import { alignColumns } from '../query/table.ts';
import type { StatementReport } from './check-statement.ts';

/** The result for one table. */
export interface TableLine
  extends Pick<TableFacts, 'exists' | 'kind' | 'location' | 'problems' | 'notes'> {
  readonly name: string;
  readonly place: string;
}

/** The result for one statement. */
export interface StatementLine extends StatementReport {
  readonly endpoint: string;
  readonly name: string;
}

/** The result of `check:warehouse`, as `--json` prints it. */
export interface Report {
  readonly ok: boolean;
  readonly tables: readonly TableLine[];
  readonly statements: readonly StatementLine[];
}

/** The report as text: two tables, followed by problems and notes. */
export function printReport({ ok, tables, statements }: Report): readonly string[] {
  const findings = [
    ...tables.flatMap(({ name, problems, notes }) => [
      ...problems.map((text) => `Problem: table "${name}" ${text}`),
      ...notes.map((text) => `Note: table "${name}" ${text}`),
    ]),
    ...statements.flatMap(({ endpoint, name, problems }) =>
      problems.map((text) => `Problem: endpoint "${endpoint}", ${name}: ${text}`),
    ),
  ];
  const count = findings.filter((line) => line.startsWith('Problem')).length;
  return [
    ...alignColumns([['table', 'place', 'kind', 'location', 'result'], ...tables.map(tableCells)]),
    '',
    ...alignColumns([
      ['endpoint', 'statement', '1 day', '7 days', 'prunes', 'result'],
      ...statements.map(statementCells),
    ]),
    '',
    ...findings,
    ok ? 'All is well.' : count === 1 ? '1 problem.' : `${count} problems.`,
  ];
}

function tableCells({ name, place, exists, kind, location, problems, notes }: TableLine) {
  const there = exists ? 'ok' : 'absent';
  const result = problems.length > 0 ? 'PROBLEM' : notes.length > 0 ? 'note' : there;
  return [name, place, kind, location, result];
}

function statementCells(line: StatementLine) {
  const { endpoint, name, bytes, isUpperBound, prunes, problems } = line;
  const size = (count: number | undefined) =>
    count === undefined ? '' : `${isUpperBound ? '≤ ' : ''}${formatByteSize(count)}`;
  const result = problems.length > 0 ? 'PROBLEM' : 'ok';
  return [endpoint, name, size(bytes?.oneDay), size(bytes?.sevenDays), prunes, result];
}
