import { jsonExcerpt, nameList } from '#googlesql';
import {
  isOrderable,
  SHAPE_NAMES,
  shapeAbilities,
} from '../../catalog/description/shape-abilities.ts';
import type { Endpoint, EndpointColumn } from '../../endpoint/endpoint.ts';
import { badArgument } from '../../errors.ts';

/** How a caller wants the rows of an endpoint: ordered, and no more than so many. */
export interface Shape {
  /** The most rows, from 1; undefined for all. */
  readonly limit: number | undefined;
  /** The first decides; rows that are equal in all of them follow the query's own order. */
  readonly orderBy: readonly OrderTerm[];
}

/** A column that rows are ordered by. */
export interface OrderTerm {
  /** Its index in the result. */
  readonly index: number;
  /** As written in the query. */
  readonly name: string;
  readonly isDescending: boolean;
}

/** A shape as sent: a number, or a text with one, and the names of columns, descending with `-` before them. */
export interface SentShape {
  readonly limit?: unknown;
  readonly orderBy?: readonly string[] | undefined;
}

/**
 * Checks a shape that was sent; throws `BAD_USER_INPUT` that names the argument, as the interface has it. Undefined if it
 * changes nothing.
 */
export function readShape(
  endpoint: Endpoint,
  sent: SentShape,
  orderName: string = SHAPE_NAMES.orderBy,
): Shape | undefined {
  const abilities = shapeAbilities(endpoint);
  const limit = abilities.limit ? readLimit(sent.limit, endpoint.settings.maxRows) : undefined;
  const orderBy = abilities.orderBy
    ? readOrder(sent.orderBy ?? [], endpoint.columns, orderName)
    : [];
  return limit === undefined && orderBy.length === 0 ? undefined : { limit, orderBy };
}

function readLimit(limit: unknown, maxRows: number): number | undefined {
  if (limit === undefined || limit === null || limit === '') return undefined;
  const value = /^\d{1,9}$/.test(String(limit)) ? Number(limit) : Number.NaN;
  if (value >= 1 && value <= maxRows) return value;
  throw badArgument(
    SHAPE_NAMES.limit,
    `cannot be ${jsonExcerpt(limit)}: it must be 1 to ${maxRows}`,
  );
}

function readOrder(
  names: readonly string[],
  columns: readonly EndpointColumn[],
  argument: string,
): readonly OrderTerm[] {
  const terms = names.map((sent): OrderTerm => {
    const isDescending = sent.startsWith('-');
    const name = isDescending ? sent.slice(1) : sent;
    const index = columns.findIndex((column) => column.name === name && isOrderable(column));
    if (index >= 0) return { index, name, isDescending };
    const able = nameList(columns.filter(isOrderable).map((column) => column.name));
    throw badArgument(argument, `cannot be ${jsonExcerpt(sent)}: columns to order by are ${able}`);
  });
  const twice = terms.find(({ index }, i) => terms.slice(0, i).some((one) => one.index === index));
  if (twice) throw badArgument(argument, `names the column "${twice.name}" twice`);
  return terms;
}
