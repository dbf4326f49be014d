import fc from 'fast-check';
import type { RowShape } from './answers.ts';
import { type Draw, oneIn, some } from './draw.ts';
import type { RandomEndpoint } from './endpoints.ts';
import type { Arguments } from './parameters.ts';
import type { Field } from './types.ts';
import { scalarOf } from './values.ts';

/** A request to an endpoint, whatever the interface. */
export interface RandomRequest {
  readonly endpoint: RandomEndpoint;
  readonly sent: Arguments;
  readonly shape: RowShape;
  /** The columns that GraphQL selects; all others have all. */
  readonly selected: readonly Field[];
}

/** Draws arguments and a shape for an endpoint. */
export function drawRequest(draw: Draw, endpoint: RandomEndpoint): RandomRequest {
  const sent = endpoint.parameters.flatMap(({ draw: value, field, isOptional }) =>
    isOptional && oneIn(draw, 2) ? [] : [[field.name, value(draw)] as const],
  );
  const { columns } = endpoint;
  const selected = oneIn(draw, 2) ? columns : some(draw, columns, 1, columns.length);
  return { endpoint, sent: new Map(sent), shape: drawShape(draw, endpoint), selected };
}

function drawShape(draw: Draw, { columns, maxRows, takes }: RandomEndpoint): RowShape {
  const orderable = columns.filter(
    (one) => one.mode !== 'REPEATED' && one.kind !== 'STRUCT' && scalarOf(one).compare,
  );
  const isOrdered = takes.orderBy && oneIn(draw, 3);
  const orderBy = isOrdered ? some(draw, orderable, 1, 3) : [];
  return {
    orderBy: orderBy.map((column) => ({ column, isDescending: draw(fc.boolean()) })),
    ...(takes.limit &&
      oneIn(draw, 4) && { limit: draw(fc.integer({ min: 1, max: Math.min(maxRows, 8) })) }),
  };
}
