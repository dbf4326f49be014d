import { findStoredFunction } from '../functions/core/catalogue.ts';
import { takesPart } from '../functions/core/signatures/resolve-call.ts';
import type {
  AnyNode,
  Call,
  Expression,
  Identifier,
  Path,
  Query,
  Select,
  StructConstructor,
  TypeName,
} from '../syntax/tree/ast.ts';
import { callOf } from '../syntax/tree/call-of.ts';
import { queryOf } from '../syntax/tree/query-of.ts';
import {
  copyNode,
  isExpression,
  mapChildren,
  mapOperands,
  nodesIn,
  nodesOfKind,
} from '../syntax/tree/visit.ts';
import type { FunctionDefinition } from './definition.ts';

/** An argument of a call. */
interface Value {
  readonly name: string;
  /** With a cast to the declared type. */
  readonly expression: Expression;
}

/** The values of a call's arguments by the lower-case names that a body reads them by. */
type Values = ReadonlyMap<string, Value>;

/**
 * The body of a function with a call's arguments in the place of their names; every node of it is at the call.
 *
 * A subquery of the body has names of its own, which an argument must not meet and which may hide an argument's. So
 * there the arguments are columns of a row around it:
 *
 *     (SELECT <subquery> FROM UNNEST([STRUCT(<argument> AS name, …)]))
 */
export function placeBody(
  definition: FunctionDefinition,
  body: Expression,
  call: Call,
): Expression {
  const { at } = call;
  const values = valuesOf(definition, call);
  const isRepeated = [...values].some(
    ([key, { expression }]) => isVolatile(expression) && readsOf(body, key) > 1,
  );
  const placed = isRepeated ? bind(body, values, at) : place(body, values, at);
  return withType(definition, placed, at);
}

function valuesOf({ arguments: declared }: FunctionDefinition, call: Call): Values {
  const values = declared.flatMap(({ name, type }, i): [string, Value][] => {
    const given = call.arguments[i]?.value;
    if (!given) return [];
    const expression = type ? cast(given, copyNode(type, given.at), given.at) : given;
    return [[name.name.toLowerCase(), { name: name.name, expression }]];
  });
  return new Map(values);
}

function cast(expression: Expression, type: TypeName, at: number): Expression {
  return {
    kind: 'cast',
    at,
    safe: false,
    expression,
    type,
    format: undefined,
    timeZone: undefined,
  };
}

/** The result with its declared type. Without one, it must not be read as what only syntax tells from a value. */
function withType({ returns }: FunctionDefinition, result: Expression, at: number): Expression {
  if (returns) return cast(result, copyNode(returns, at), at);
  switch (result.kind) {
    case 'literal': {
      // A number would be the ordinal of a column in GROUP BY, and a text becomes other types.
      const name = result.type === 'NULL' ? 'INT64' : result.type;
      return cast(result, { kind: 'scalar', at, name, parameters: [] }, at);
    }
    case 'path':
    case 'field':
      // A column would give its name to a column of the SELECT list.
      return callOf('COALESCE', at, [result]);
    default:
      return result;
  }
}

/** Whether each evaluation of an expression may give another value. */
function isVolatile(expression: Expression): boolean {
  return nodesOfKind(expression, 'call').some(({ path }) =>
    /^(RAND|GENERATE_UUID)$/i.test(path.at(-1)?.name ?? ''),
  );
}

/** How often a body names an argument. */
function readsOf(body: AnyNode, key: string): number {
  return nodesIn(body).filter((node) => firstName(node)?.toLowerCase() === key).length;
}

/** The first name of a path to a column or an array. */
function firstName(node: AnyNode): string | undefined {
  if (!('kind' in node)) return undefined;
  if (node.kind === 'path') return node.names[0]?.name;
  return node.kind === 'table_path' && node.path.length > 1 ? node.path[0]?.name : undefined;
}

/** Places the arguments in an expression that is not inside a subquery. */
function place(expression: Expression, values: Values, at: number): Expression {
  const inner = (part: Expression): Expression => place(part, values, at);
  switch (expression.kind) {
    case 'path':
      return placePath(expression, values, at);
    case 'binary':
      return mapOperands(expression, inner, (chain) => ({ ...chain, at }));
    case 'subquery':
      return placeSubquery(expression, values, at);
    case 'in':
      if (expression.in.kind === 'subquery') return bind(expression, values, at);
      break;
    case 'struct':
      return { ...placeParts(named(expression, values), values, at), at };
    case 'call':
      return placeCall(expression, values, at);
    default:
  }
  return { ...placeParts(expression, values, at), at };
}

/** Places the arguments in the parts of a node. */
function placeParts<T extends object>(node: T, values: Values, at: number): T {
  return mapChildren(node, (child) =>
    isExpression(child) ? place(child, values, at) : { ...placeParts(child, values, at), at },
  );
}

function placePath({ names }: Path, values: Values, at: number): Expression {
  const [first, ...fields] = names;
  const value = values.get(first?.name.toLowerCase() ?? '');
  const placedFields = fields.map(({ name }): Identifier => ({ at, name }));
  if (!first || !value) return { kind: 'path', at, names: names.map(({ name }) => ({ at, name })) };
  const expression = copyNode(value.expression);
  if (expression.kind === 'path') {
    return { ...expression, names: [...expression.names, ...placedFields] };
  }
  return placedFields.reduce<Expression>(
    (base, field) => ({ kind: 'field', at, base, field }),
    expression,
  );
}

/** A STRUCT whose fields have the names that they would have from an argument's. */
function named(struct: StructConstructor, values: Values): StructConstructor {
  if (struct.tuple || struct.type) return struct;
  const fields = struct.fields.map((field) => {
    const { expression, alias } = field;
    const isArgument =
      expression.kind === 'path' && values.has(expression.names[0]?.name.toLowerCase() ?? '');
    return isArgument && !alias ? { expression, alias: expression.names.at(-1) } : field;
  });
  return { ...struct, fields };
}

/** Places the arguments of a call, whose date part may have the name of an argument. */
function placeCall(node: Call, values: Values, at: number): Expression {
  const name = node.path.map((part) => part.name).join('.');
  const definition = findStoredFunction(name.replace(/^SAFE\./i, ''));
  const part = definition && takesPart(definition);
  const datePart = part === undefined ? undefined : node.arguments[part];
  const placed = placeParts(node, values, at);
  if (!datePart || part === undefined) return { ...placed, at };
  return { ...placed, at, arguments: placed.arguments.with(part, copyNode(datePart, at)) };
}

/**
 * A subquery that reads an argument only as the array that its rows come from sees no names there but those around it.
 */
function placeSubquery(
  subquery: Extract<Expression, { kind: 'subquery' }>,
  values: Values,
  at: number,
): Expression {
  const source = sourceOf(subquery.query);
  const reads = (node: AnyNode): number =>
    [...values.keys()].reduce((sum, key) => sum + readsOf(node, key), 0);
  const total = reads(subquery);
  if (total === 0) return copyNode(subquery, at);
  if (!source || reads(source) !== total) return bind(subquery, values, at);
  const replace = (node: AnyNode): AnyNode =>
    node === source ? place(source, values, at) : { ...mapChildren(node, replace), at };
  return { ...mapChildren(subquery, replace), at };
}

/** The array of the first UNNEST of a query whose FROM begins with one. */
function sourceOf({ with: ctes, body }: Query): Expression | undefined {
  if (ctes || body.kind !== 'select') return undefined;
  let from = body.from;
  while (from?.kind === 'join') from = from.left;
  return from?.kind === 'unnest' ? from.expression : undefined;
}

/** An expression over a row of the arguments that it reads. */
function bind(expression: Expression, values: Values, at: number): Expression {
  const read = [...values].filter(([key]) => readsOf(expression, key) > 0);
  const result = copyNode(expression, at);
  if (read.length === 0) return result;
  const fields = read.map(([, value]) => ({
    expression: copyNode(value.expression),
    alias: { at, name: value.name },
  }));
  const row = { kind: 'struct', at, tuple: false, type: undefined, fields } as const;
  const array = { kind: 'array', at, element: undefined, items: [row] } as const;
  const source = { kind: 'unnest', at, expression: array } as const;
  const item = { kind: 'select_expression', at, expression: result, alias: undefined } as const;
  const body: Select = {
    kind: 'select',
    at,
    distinct: false,
    as: undefined,
    items: [item],
    from: { ...source, alias: undefined, withOffset: undefined },
    where: undefined,
    groupBy: undefined,
    having: undefined,
    qualify: undefined,
    windows: [],
  };
  return { kind: 'subquery', at, modifier: undefined, query: queryOf(body, at) };
}
