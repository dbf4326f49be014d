import type { FastifyRequest } from 'fastify';
import { SCALARS } from '#googlesql';
import { SHAPE_NAMES, shapeAbilities } from '../../catalog/description/shape-abilities.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { badArgument, FieldstoneError } from '../../errors.ts';
import type { RawArguments } from '../../execution/arguments/arguments.ts';
import { readShape, type Shape } from '../../execution/shaping/shape.ts';
import { pathOf, percentDecode } from '../../request/target.ts';
import { type InputMember, parseForm } from './members.ts';
import { type InputParameter, pickArguments } from './pick-arguments.ts';

/** The arguments and SQL of a request to an endpoint. */
export interface EndpointInput {
  readonly arguments: RawArguments;
  /** The caller's own SQL; undefined for the stored query. */
  readonly sql: string | undefined;
  /** How the rows are ordered and limited; undefined for neither. */
  readonly shape: Shape | undefined;
}

/** Text that is empty counts as none. */
const OPTIONAL_TEXT: InputParameter = {
  type: SCALARS.STRING,
  isRequired: false,
  emptyIsAbsent: true,
};

/** Reads the declared parameters and `sql` from the query string and the body; the body takes precedence. */
export function readEndpointInput(
  endpoint: Endpoint,
  query: string,
  body: readonly InputMember[],
): EndpointInput {
  const abilities = shapeAbilities(endpoint);
  const read: Readonly<Record<string, InputParameter>> = {
    ...(abilities.limit && { [SHAPE_NAMES.limit]: OPTIONAL_TEXT }),
    ...(abilities.orderBy && { [SHAPE_NAMES.orderBy]: OPTIONAL_TEXT }),
    ...endpoint.parameters,
    sql: OPTIONAL_TEXT,
    lql: OPTIONAL_TEXT,
  };
  const { sql, lql, ...values } = {
    ...pickArguments(parseForm(query, 'The query string'), read, 'the query string'),
    ...pickArguments(body, read, 'the body'),
  };
  if (lql !== undefined && endpoint.settings.sandbox) {
    throw new FieldstoneError(
      'BAD_USER_INPUT',
      'Queries in LQL are not read; send GoogleSQL as "sql"',
    );
  }
  return { arguments: values, sql: readSql(sql), shape: shapeIn(endpoint, values) };
}

function shapeIn(endpoint: Endpoint, values: RawArguments): Shape | undefined {
  const { limit, orderBy } = shapeAbilities(endpoint);
  const order = orderBy ? values[SHAPE_NAMES.orderBy] : undefined;
  return readShape(endpoint, {
    limit: limit ? values[SHAPE_NAMES.limit] : undefined,
    orderBy: order === undefined ? undefined : String(order).split(','),
  });
}

function readSql(sql: unknown): string | undefined {
  if (sql === undefined || sql === null) return undefined;
  if (typeof sql !== 'string') throw badArgument('sql', 'must be text');
  return sql.trim() === '' ? undefined : sql;
}

/**
 * The last path segment before an ending, percent-decoded exactly once; the router's own decoding differs.
 */
export function nameInPath(request: FastifyRequest, ending = ''): string {
  const whole = pathOf(request);
  const path = whole.slice(0, whole.length - ending.length);
  const name = percentDecode(path.slice(path.lastIndexOf('/') + 1));
  if (name === undefined) {
    throw new FieldstoneError('BAD_USER_INPUT', 'The path is not valid percent-encoded UTF-8');
  }
  return name;
}
