import type { Endpoint, EndpointColumn } from '../../endpoint/endpoint.ts';
import { camelCase } from '../../project/names.ts';

/** The names, on the REST path, that callers shape rows with. */
export const SHAPE_NAMES = { limit: 'limit', orderBy: 'order_by' } as const;

/** What callers of an endpoint may shape its rows with. */
export interface ShapeAbilities {
  readonly limit: boolean;
  readonly orderBy: boolean;
}

/** A parameter of the endpoint with the same GraphQL name is not hidden. */
export function shapeAbilities({
  columns,
  parameters,
  returns,
  settings,
}: Endpoint): ShapeAbilities {
  const taken = new Set(Object.keys(parameters).map(camelCase));
  const isShaped = settings.shape && returns === 'many';
  return {
    limit: isShaped && !taken.has('limit'),
    orderBy: isShaped && !taken.has('orderBy') && columns.some(isOrderable),
  };
}

/** Whether GoogleSQL can order by a column: a scalar that is not JSON. */
export function isOrderable({ type: { type } }: EndpointColumn): boolean {
  return type.kind !== 'ARRAY' && type.kind !== 'STRUCT' && type.kind !== 'JSON';
}
