import { printIdentifier, type SchemaField, type TableColumn } from '#googlesql';
import { type LogTable, placeName } from '../table-places.ts';
import { columnList, type TableRead } from './column-list.ts';

/** What may replace a log table in FROM. */
export interface TableSource {
  /** The expressions of our columns over the table. */
  columns(read: TableRead): string;
  /** A text that is the same as long as all columns are. */
  readonly version: string;
  /** The full name; undefined if the table does not exist. */
  readonly place: string | undefined;
  /** The moment as of which it is read, as the text of a TIMESTAMP. @default as it is */
  readonly asOf?: string;
  /** Rows in place of the table, as a FROM item with its pseudo-columns too. */
  readonly rows?: string;
  /** The parameter that such rows are bound as, in lower case; undefined if they are written out. */
  readonly parameter?: string | undefined;
  readonly pseudo: readonly TableColumn[];
}

/** A table as it is on BigQuery. */
export interface LiveTable {
  readonly fields: readonly SchemaField[];
  readonly isView: boolean;
}

/**
 * A projection of our columns by name.
 *
 * So `*`, whole rows and column order mean the same as to the compiler, whatever is added to the table. BigQuery prunes
 * partitions and columns through such a projection, as through a view. Columns absent from `live` are NULL.
 */
export function tableSource(
  { place, fields, pseudo = [] }: LogTable,
  live: LiveTable = { fields, isView: false },
): TableSource {
  return {
    columns: (read) => columnList({ fields, live: live.fields, isView: live.isView }, read),
    version: JSON.stringify([fields, live]),
    place: placeName(place),
    pseudo,
  };
}

/** The source of a table as it was at a moment, in milliseconds since the epoch. */
export function sourceAsOf(source: TableSource, ms: number): TableSource {
  const asOf = new Date(ms).toISOString().replace('T', ' ').replace('Z', '+00');
  return { ...source, asOf };
}

/** The source of a table that does not exist: its columns without rows. */
export function emptySource({ fields, pseudo = [] }: LogTable): TableSource {
  return {
    columns: (read) => columnList({ fields, live: [], isView: false }, read),
    version: JSON.stringify(fields),
    place: undefined,
    pseudo,
  };
}

/**
 * A source as a FROM item, with some of its pseudo-columns; `from` stands for the table, or for the rows in its place.
 */
export function sourceText(
  source: TableSource,
  read: TableRead,
  names: readonly string[] = [],
  from = readIn(source),
): string {
  const { columns, pseudo, rows } = source;
  // Such rows have our columns and nothing else.
  if (rows !== undefined && pseudo.length === 0) return rows;
  const extra = pseudo.filter(({ name }) => names.includes(name));
  if (from === undefined) {
    const absent = ({ name, type }: TableColumn) => `CAST(NULL AS ${type.kind}) AS ${name}`;
    return `(SELECT ${[columns(read), ...extra.map(absent)].join(', ')} LIMIT 0)`;
  }
  const list = [columns(read), ...extra.map(({ name }) => printIdentifier(name))];
  return `(SELECT ${list.join(', ')} FROM ${from})`;
}

/** What a source reads, as a FROM item; undefined if there is nothing. */
export function readIn({ asOf, place, rows }: TableSource): string | undefined {
  if (rows !== undefined || place === undefined) return rows;
  const moment = asOf === undefined ? '' : ` FOR SYSTEM_TIME AS OF TIMESTAMP '${asOf}'`;
  return `\`${place}\`${moment}`;
}
