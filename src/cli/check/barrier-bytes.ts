import { analyze, type Statement } from '#googlesql';
import { statementOf } from '../../catalog/checked-statement.ts';
import { withNeededCtes } from '../../catalog/ctes.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { formatByteSize } from '../../config/byte-size.ts';
import { alignColumns } from '../query/table.ts';
import type { StatementReport } from './check-statement.ts';

/** What an endpoint reads on one day in each of its forms, in bytes; undefined of a form that BigQuery refuses. */
export interface BarrierBytes {
  readonly endpoint: string;
  /** Without the barrier that separates tenants. */
  readonly plain: number | undefined;
  /** For a key without a pinned tenant. */
  readonly open: number | undefined;
  readonly pinned: number | undefined;
}

/** The stored query as it is written, which no key runs; undefined of one that is not compiled. */
export function plainStatement({
  definition,
  open,
  tables,
}: PreparedEndpoint): Statement | undefined {
  const { statement } = definition;
  if (statement.kind === 'foreign') return undefined;
  const tree = withNeededCtes(statement.query);
  return statementOf(tree, analyze(tree, { tables, parameters: open.parameters }));
}

/** The bytes of an endpoint by those of its statements, by name. */
export function barrierBytes(
  endpoint: string,
  reports: ReadonlyMap<string, StatementReport>,
): BarrierBytes {
  const of = (form: string) => reports.get(form)?.bytes?.oneDay;
  return { endpoint, plain: of('plain'), open: of('open'), pinned: of('pinned') };
}

/** One line an endpoint: BigQuery does not document what it reads of records, so its own numbers say it. */
export function printBarrierBytes(lines: readonly BarrierBytes[]): readonly string[] {
  const size = (bytes: number | undefined) => (bytes === undefined ? '' : formatByteSize(bytes));
  return alignColumns([
    ['endpoint, 1 day', 'plain', 'open', 'pinned'],
    ...lines.map(({ endpoint, open, pinned, plain }) => [
      endpoint,
      size(plain),
      size(open),
      size(pinned),
    ]),
  ]);
}
