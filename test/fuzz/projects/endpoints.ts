import fc from 'fast-check';
import { camelCase } from '../../../src/project/names.ts';
import {
  type ColumnCondition,
  cut,
  type Expected,
  ordered,
  type RowShape,
  rowsOf,
} from './answers.ts';
import { type Draw, oneIn, pick, some, times } from './draw.ts';
import { Names } from './names.ts';
import {
  type Arguments,
  argumentOf,
  type Condition,
  drawCondition,
  drawEchoed,
  type Parameter,
} from './parameters.ts';
import { drawItem, type Item, quoted } from './select-items.ts';
import type { RandomTable } from './tables.ts';
import type { Field } from './types.ts';

/** An endpoint of a random project. */
export interface RandomEndpoint {
  readonly name: string;
  readonly sql: string;
  readonly columns: readonly Field[];
  readonly parameters: readonly Parameter[];
  readonly returns: 'one' | 'many';
  readonly maxRows: number;
  /** Whether parameters leave the names of these to the interfaces. */
  readonly takes: { readonly limit: boolean; readonly orderBy: boolean };
  readonly answer: (sent: Arguments, shape: RowShape) => Expected;
}

const ROW = 'this_row';

/** Draws an endpoint that reads a table. */
export function drawEndpoint(draw: Draw, name: string, table: RandomTable): RandomEndpoint {
  const parameterNames = new Names(draw, 'words');
  const echoed = times(draw(fc.nat(2)), () => drawEchoed(draw, parameterNames.next()));
  const conditions = drawConditions(draw, table, parameterNames);
  const parameters = [...echoed, ...conditions.map(({ parameter }) => parameter)];
  const names = new Names(draw, 'quoted');
  const items = [
    ...times(draw(fc.integer({ min: 3, max: 10 })), () => drawItem(draw, table, ROW, names)),
    ...echoed.map((parameter): Item => echoOf(parameter, names)),
  ];
  const returns = oneIn(draw, 5) ? 'one' : 'many';
  const maxRows = oneIn(draw, 4) ? draw(fc.integer({ min: 1, max: 6 })) : 1_000;
  const taken = parameters.map(({ field }) => camelCase(field.name));
  return {
    name,
    sql: textOf(draw, { table, items, conditions, parameters, returns, maxRows }),
    columns: items.map(({ field }) => field),
    parameters,
    returns,
    maxRows,
    takes: {
      limit: returns === 'many' && !taken.includes('limit'),
      orderBy: returns === 'many' && !taken.includes('orderBy'),
    },
    answer: (sent, shape) => {
      const rows = ordered(rowsOf({ table, items, conditions }, sent), items, shape);
      return cut(rows, returns === 'one' ? 1 : Math.min(shape.limit ?? maxRows, maxRows));
    },
  };
}

function drawConditions(
  draw: Draw,
  { columns, rows }: RandomTable,
  names: Names,
): readonly ColumnCondition[] {
  const compared = columns.filter(
    ({ kind, mode }) => mode !== 'REPEATED' && kind !== 'STRUCT' && kind !== 'JSON',
  );
  return some(draw, compared, 0, 3).map((column) => {
    const index = columns.indexOf(column);
    const known = rows.map((row) => row[index] ?? null);
    return {
      ...drawCondition(draw, names.next(), column, `${ROW}.${quoted(column.name)}`, known),
      index,
    };
  });
}

function echoOf(parameter: Parameter, names: Names): Item {
  const field = { ...parameter.field, name: names.next() };
  return {
    field,
    sql: `@${parameter.field.name} AS ${quoted(field.name)}`,
    value: (_, sent) => argumentOf(parameter, sent) ?? null,
  };
}

interface Parts extends Pick<RandomEndpoint, 'parameters' | 'returns' | 'maxRows'> {
  readonly table: RandomTable;
  readonly items: readonly Item[];
  readonly conditions: readonly Condition[];
}

function textOf(
  draw: Draw,
  { conditions, items, maxRows, parameters, returns, table }: Parts,
): string {
  const tags = [
    ...parameters.flatMap(({ tag }) => tag ?? []),
    ...(returns === 'one' ? ['@returns one'] : []),
    ...(maxRows < 1_000 && returns === 'many' ? [`@maxRows ${maxRows}`] : []),
    ...(oneIn(draw, 3) ? ['@cache off'] : []),
  ];
  const source = pick(draw, ['table', 'table', 'cte', 'view'] as const);
  const from = { table: quoted(table.name), cte: 'source_rows', view: viewName(table) }[source];
  return [
    '-- Random rows.',
    ...tags.map((tag) => `-- ${tag}`),
    ...(source === 'cte' ? [`WITH source_rows AS (SELECT * FROM ${quoted(table.name)})`] : []),
    `SELECT ${items.map(({ sql }) => sql).join(',\n  ')}`,
    `FROM ${from} AS ${ROW}`,
    ...(conditions.length > 0
      ? [`WHERE ${conditions.map(({ sql }) => sql).join('\n  AND ')}`]
      : []),
    `ORDER BY ${ROW}.${quoted(table.columns[0]?.name ?? '')}`,
  ].join('\n');
}

/** The view that has all of a table. */
export function viewName({ name }: RandomTable): string {
  return `all_of_${name.toLowerCase().replace(/[^a-z0-9]/g, '_')}`;
}
