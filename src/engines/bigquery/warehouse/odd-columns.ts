import {
  allScans,
  everyExpression,
  expressionsOf,
  type Scan,
  type Statement,
  type Type,
} from '#googlesql';
import { usesWholeRecords } from '../../whole-records.ts';

/** Dotted paths of columns that are not what their tables declare, by table. */
export type OddColumns = ReadonlyMap<string, readonly string[]>;

/** A column of a table. */
export interface TableColumnName {
  readonly table: string;
  /** Its dotted path. */
  readonly column: string;
}

/**
 * A column among these that a statement may read; undefined if it reads none, so that its rows are right whatever they
 * are. Fields of one name in several records of a column are not told apart.
 */
export function oddColumnRead(statement: Statement, odd: OddColumns): TableColumnName | undefined {
  const scans = allScans(statement.resolved.scan);
  for (const scan of scans) {
    if (scan.kind !== 'table') continue;
    const { table, sources } = scan;
    const column = odd.get(table.name)?.find((path) => {
      const [top = '', ...fields] = path.split('.');
      const field = fields.at(-1);
      const isRead = sources.some((source) => isSame(source, top));
      return isRead && (field === undefined || mayReadField(statement, scans, field));
    });
    if (column !== undefined) return { table: table.name, column };
  }
  return undefined;
}

function mayReadField(statement: Statement, scans: readonly Scan[], name: string): boolean {
  if (statement.columns.some(({ type }) => hasField(type, name))) return true;
  if (usesWholeRecords(statement.resolved)) return true;
  return scans.some((scan) =>
    everyExpression(expressionsOf(scan), 'own').some((expression) => {
      if (expression.kind !== 'get_field') return false;
      const { type } = expression.struct;
      const field = type.kind === 'STRUCT' ? type.fields[expression.index] : undefined;
      return field !== undefined && isSame(field.name, name);
    }),
  );
}

function hasField(type: Type, name: string): boolean {
  if (type.kind === 'ARRAY') return hasField(type.element, name);
  if (type.kind !== 'STRUCT') return false;
  return type.fields.some((field) => isSame(field.name, name) || hasField(field.type, name));
}

/** Names of columns have no case in BigQuery. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
