import fc from 'fast-check';
import { type Draw, oneIn, pick, some } from './draw.ts';
import { Names } from './names.ts';
import type { Arguments } from './parameters.ts';
import { SCALARS_OF_PROJECTS } from './scalars.ts';
import type { RandomTable } from './tables.ts';
import type { Field, Value } from './types.ts';
import { scalarOf } from './values.ts';

/** An item of a SELECT list, and the value that it has. */
export interface Item {
  readonly field: Field;
  /** With its alias. */
  readonly sql: string;
  readonly value: (row: readonly Value[], sent: Arguments) => Value;
}

/** An expression without a name. */
type Drawn = Omit<Item, 'field'> & { readonly field: Omit<Field, 'name'> };

/** A name in backquotes. */
export function quoted(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** Draws an item that reads a row, which the statement calls `alias`. */
export function drawItem(draw: Draw, table: RandomTable, alias: string, names: Names): Item {
  const make = pick(draw, [column, column, column, column, ...MAKERS]);
  const { field, sql, value } = make(draw, table, alias) ?? column(draw, table, alias);
  const name = names.next();
  return { field: { ...field, name }, sql: `${sql} AS ${quoted(name)}`, value };
}

type Maker = (draw: Draw, table: RandomTable, alias: string) => Drawn | undefined;

function read({ columns }: RandomTable, alias: string, field: Field): Drawn {
  const index = columns.indexOf(field);
  return { field, sql: `${alias}.${quoted(field.name)}`, value: (row) => row[index] ?? null };
}

function column(draw: Draw, table: RandomTable, alias: string): Drawn {
  return read(table, alias, pick(draw, table.columns));
}

function columnWhere(
  draw: Draw,
  { columns }: RandomTable,
  isFit: (field: Field) => boolean,
): Field | undefined {
  const fit = columns.filter(isFit);
  return fit.length > 0 ? pick(draw, fit) : undefined;
}

const isStruct = ({ kind }: Field) => kind === 'STRUCT';
const isList = ({ mode }: Field) => mode === 'REPEATED';

/** A literal of any type. */
function literal(draw: Draw): Drawn {
  const kind = pick(draw, Object.keys(SCALARS_OF_PROJECTS));
  const scalar = scalarOf({ kind });
  const value = draw(scalar.values);
  return {
    field: { kind, mode: 'REQUIRED', fields: [] },
    sql: scalar.sql(value),
    value: () => value,
  };
}

/** A column, with a literal for NULL. */
function coalesced(draw: Draw, table: RandomTable, alias: string): Drawn | undefined {
  const field = columnWhere(draw, table, (one) => !isStruct(one) && !isList(one));
  if (!field) return undefined;
  const { sql, value } = read(table, alias, field);
  const scalar = scalarOf(field);
  const other = draw(scalar.values);
  return {
    field: { ...field, mode: 'REQUIRED' },
    sql: `COALESCE(${sql}, ${scalar.sql(other)})`,
    value: (row, sent) => value(row, sent) ?? other,
  };
}

/** A field of a struct. */
function member(draw: Draw, table: RandomTable, alias: string): Drawn | undefined {
  const struct = columnWhere(draw, table, (one) => isStruct(one) && !isList(one));
  if (!struct) return undefined;
  const { sql, value } = read(table, alias, struct);
  const index = draw(fc.nat(struct.fields.length - 1));
  const field = struct.fields[index] as Field;
  return {
    field: { ...field, mode: isList(field) ? 'REPEATED' : 'NULLABLE' },
    sql: `${sql}.${quoted(field.name)}`,
    value: (row, sent) => (value(row, sent) as readonly Value[] | null)?.[index] ?? null,
  };
}

/** How many elements an array has. */
function lengthOf(draw: Draw, table: RandomTable, alias: string): Drawn | undefined {
  const list = columnWhere(draw, table, isList);
  if (!list) return undefined;
  const { sql, value } = read(table, alias, list);
  return {
    field: { kind: 'INT64', mode: 'REQUIRED', fields: [] },
    sql: `ARRAY_LENGTH(${sql})`,
    value: (row, sent) => BigInt((value(row, sent) as readonly Value[]).length),
  };
}

/** A struct of columns, or an array of one such. */
function structOf(draw: Draw, table: RandomTable, alias: string): Drawn {
  const names = new Names(draw, 'quoted');
  const parts = some(draw, table.columns, 1, 3).map((field) => read(table, alias, field));
  const fields = parts.map(({ field }) => ({ ...field, name: names.next() }));
  const list = parts.map(({ sql }, i) => `${sql} AS ${quoted(fields[i]?.name ?? '')}`).join(', ');
  const isArray = oneIn(draw, 2);
  const sql = `STRUCT(${list})`;
  return {
    field: { kind: 'STRUCT', mode: isArray ? 'REPEATED' : 'REQUIRED', fields },
    sql: isArray ? `[${sql}]` : sql,
    value: (row, sent) => {
      const values = parts.map(({ value }) => value(row, sent));
      return isArray ? [values] : values;
    },
  };
}

/** Some fields of the structs in an array, in another order. */
function narrowed(draw: Draw, table: RandomTable, alias: string): Drawn | undefined {
  const list = columnWhere(draw, table, (one) => isStruct(one) && isList(one));
  if (!list) return undefined;
  const { sql, value } = read(table, alias, list);
  const fields = some(draw, list.fields, 1, 3);
  const places = fields.map((field) => list.fields.indexOf(field));
  const selected = fields.map(({ name }) => `element.${quoted(name)}`).join(', ');
  return {
    field: { ...list, fields },
    sql: `ARRAY(SELECT AS STRUCT ${selected} FROM UNNEST(${sql}) AS element WITH OFFSET AS place ORDER BY place)`,
    value: (row, sent) =>
      (value(row, sent) as readonly (readonly Value[])[]).map((struct) =>
        places.map((place) => struct[place] ?? null),
      ),
  };
}

const MAKERS: readonly Maker[] = [literal, coalesced, member, lengthOf, structOf, narrowed];
