import type { Table } from '../../../googlesql/index.ts';
import { type RowExpressions, singleRecords } from '../records/row-expression.ts';
import type { RowFacts } from '../writer/file-facts.ts';
import type { Slice } from './slices.ts';

/** How rows of one tenant are staged that are not in the table's shape. */
export interface StagedForm {
  /** The columns of the staged rows, with their DuckDB types. */
  readonly columns: Readonly<Record<string, string>>;
  /** The table's row over them. */
  readonly row: RowExpressions;
  /** What the row has for the tenant. */
  readonly tenant: string;
}

/** What is known of the rows of a slice. */
export function factsOf({ tenant: path = [] }: Table, form: StagedForm, slice: Slice): RowFacts {
  const { newest, oldest, rows } = slice;
  return {
    rows,
    newest: BigInt(newest),
    oldest: BigInt(oldest),
    tenants: [form.tenant, form.tenant],
    tenantRows: path.length === 1 ? { [form.tenant]: rows } : undefined,
    hasSharedRows: false,
    single: singleRecords(form.row),
  };
}
