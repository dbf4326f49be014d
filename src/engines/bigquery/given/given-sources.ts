import {
  arrayOf,
  printIdentifier,
  type Row,
  readableColumns,
  structOf,
  type Table,
  type Type,
} from '#googlesql';
import type { BoundParameter } from '../../engine.ts';
import { wireName } from '../statements/parameters.ts';
import type { TableSource } from '../warehouse/table-source.ts';
import { rowsLiteral } from './rows-literal.ts';

/** What statements read in place of tables. */
export interface GivenSources {
  readonly sources: ReadonlyMap<string, TableSource>;
  /** The parameters that texts of sources name, in lower case. */
  readonly parameters: ReadonlyMap<string, BoundParameter>;
}

/** BigQuery takes a text of 1 MB; the statement itself has the rest. */
const MAX_TEXT = 900_000;

/**
 * The rows of tables as sources that name no table: arrays of STRUCTs, written out, or bound as parameters once their
 * texts are too long together.
 */
export function givenSources(
  tables: Iterable<Table>,
  rows: ReadonlyMap<string, readonly Row[]>,
  maxText = MAX_TEXT,
): GivenSources {
  const sources = new Map<string, TableSource>();
  const parameters = new Map<string, BoundParameter>();
  let length = 0;
  for (const table of tables) {
    const own = rows.get(table.name) ?? [];
    const columns = readableColumns(table).map(({ name, type }) => ({
      // BigQuery reserves the names of pseudo-columns.
      name: wireName(name),
      type,
    }));
    const text = rowsLiteral(columns, own);
    const isLong = length + text.length > maxText;
    const name = `_given_${sources.size + 1}`;
    if (isLong) parameters.set(name, { type: arrayOf(structOf(columns)) as Type, value: own });
    else length += text.length;
    sources.set(
      table.name,
      givenSource(table, isLong ? `@${wireName(name)}` : text, isLong ? name : undefined),
    );
  }
  return { sources, parameters };
}

function givenSource(
  { columns, pseudo = [] }: Table,
  array: string,
  parameter: string | undefined,
): TableSource {
  const list = columns.map(({ name }) => columnText(name)).join(', ');
  const read = pseudo.map(({ name }) => `, ${columnText(name)}`).join('');
  const rows = `(SELECT ${list}${read} FROM UNNEST(${array}))`;
  return { columns: () => list, version: rows, place: undefined, rows, parameter, pseudo };
}

function columnText(name: string): string {
  const field = wireName(name);
  return field === name
    ? printIdentifier(name)
    : `${printIdentifier(field)} AS ${printIdentifier(name)}`;
}
