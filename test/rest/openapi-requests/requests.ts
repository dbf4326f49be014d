import fc from 'fast-check';
import { NAUGHTY } from '../../support/naughty.ts';
import type { Operation, Parameter, Schema } from './contract.ts';

/** A request, and the statuses that it must have; undefined if any that the contract lists will do. */
export interface GeneratedRequest {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
  readonly sendsSql: boolean;
  readonly expected: readonly number[] | undefined;
}

type Values = readonly (readonly [name: string, value: string])[];

const anyText = fc.oneof(
  fc.constantFrom(...NAUGHTY),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary' }),
);

const SQL = [
  'SELECT 1 AS n',
  'SELECT id, timestamp, metadata FROM edge_logs LIMIT 3',
  'SELECT COUNT(*) AS count FROM edge_logs',
  'SELECT [1, NULL] AS list, STRUCT(1 AS a, "b" AS b) AS s, NUMERIC "1.5" AS n, b"x" AS bytes',
  "SELECT JSON '{\"a\": [1]}' AS j, DATE '2026-07-01' AS d, 1 / 3 AS f, CAST('nan' AS FLOAT64) AS x",
  'SELECT n FROM UNNEST(GENERATE_ARRAY(1, 1001)) AS n',
  'SELECT 1 / 0 AS n',
  'SELEC 1',
  '-- nothing',
];

/** Requests to an operation: those of its examples, wrong ones of a known kind, and any others. */
export function requestsTo(
  operation: Operation,
  keys: Readonly<Record<'good' | 'spent', string>>,
): fc.Arbitrary<GeneratedRequest> {
  const kinds = [
    { weight: 3, arbitrary: example(operation) },
    { weight: 5, arbitrary: anything(operation) },
    { weight: 1, arbitrary: withoutOneRequired(operation) },
    { weight: 1, arbitrary: outsideAnEnum(operation) },
  ];
  const key = fc.oneof(
    { weight: 20, arbitrary: fc.constant({ 'x-api-key': keys.good }) },
    { weight: 4, arbitrary: fc.constant({ authorization: `Bearer ${keys.good}` }) },
    { weight: 1, arbitrary: fc.constant({ 'x-api-key': keys.spent }) },
    { weight: 1, arbitrary: fc.constantFrom({}, { 'x-api-key': 'fsk_wrong' }) },
  );
  return fc
    .tuple(fc.oneof(...kinds), key, headers, fc.nat(9))
    .map(([{ expected, ...request }, sent, more, head]) => {
      const isGood = Object.values(sent).some((value) => value.endsWith(keys.good));
      const isPlain = isGood || !operation.needsKey;
      return {
        ...request,
        method: operation.method === 'GET' && head === 0 ? 'HEAD' : operation.method,
        operation,
        headers: { ...request.headers, ...more, ...sent },
        expected: isPlain && more['accept'] !== ONLY_OTHERS ? expected : undefined,
      };
    });
}

type Draft = Omit<GeneratedRequest, 'operation' | 'method'>;

const ONLY_OTHERS = 'application/json;q=0';

const maybe = (name: string, ...values: readonly string[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined }).map((value) => [name, value] as const);

const headers: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .tuple(
    maybe('accept', '*/*', 'text/csv', 'text/csv;safe=true', 'application/x-ndjson', 'image/png'),
    maybe('accept-encoding', 'gzip', 'br', 'zstd', 'gzip, deflate, br, zstd', 'identity;q=0, *'),
    maybe('origin', 'https://app.example.com'),
    maybe('svc-endpoint-redact-pii', 'true', 'false', ''),
    maybe('svc-endpoint-labels', 'team=search', 'a=b,c', ''),
    maybe('if-none-match', '*', '"a"', 'W/"b", "c'),
    fc.nat(19).map((n) => ['accept', n === 0 ? ONLY_OTHERS : undefined] as const),
  )
  .map((pairs) => Object.fromEntries(pairs.filter(([, value]) => value !== undefined)))
  .map((found) => found as Readonly<Record<string, string>>);

/** Values that the contract names; those that need not be sent may be left out. */
function example(operation: Operation): fc.Arbitrary<Draft> {
  const required = new Set(requiredNames(operation));
  return values(operation, (name, schema, wanted) => {
    const value = fine(schema).map((text) => text ?? wanted);
    return required.has(name) ? value : fc.oneof(fc.constant(undefined), value);
  }).map((draft) => ({ ...draft, expected: [200, 304] }));
}

/** A value that the schema names; undefined if it names none. */
function fine({ const: only, enum: listed, examples }: Schema): fc.Arbitrary<string | undefined> {
  const named = only === undefined ? (listed ?? examples ?? []) : [only];
  return named.length > 0 ? fc.constantFrom(...named) : fc.constant(undefined);
}

/** Values of the schema, values outside it, and none. */
function anything(operation: Operation): fc.Arbitrary<Draft> {
  return values(operation, (name, schema, wanted) =>
    fc.oneof(
      fc.constant(wanted),
      fc.constant(undefined),
      fine(schema),
      name === 'sql' ? fc.constantFrom(...SQL) : anyText,
      anyText,
    ),
  );
}

function withoutOneRequired(operation: Operation): fc.Arbitrary<Draft> {
  const required = requiredNames(operation).filter((name) => !operation.path.includes(`{${name}}`));
  if (required.length === 0) return anything(operation);
  return fc
    .constantFrom(...required)
    .chain((missing) =>
      values(operation, (name, _, wanted) =>
        fc.constant(name === missing ? undefined : wanted),
      ).map((draft) => ({ ...draft, expected: [400] })),
    );
}

function outsideAnEnum(operation: Operation): fc.Arbitrary<Draft> {
  const listed = namedSchemas(operation).filter(([, schema]) => schema.enum);
  if (listed.length === 0) return anything(operation);
  return fc
    .tuple(fc.constantFrom(...listed), fc.string({ minLength: 1 }))
    .chain(([[wrong, { enum: allowed = [] }], text]) =>
      values(operation, (name, _, wanted) =>
        fc.constant(name === wrong && !allowed.includes(text) ? text : wanted),
      ).map((draft) => ({ ...draft, expected: allowed.includes(text) ? undefined : [400] })),
    );
}

type Draw = (
  name: string,
  schema: Schema,
  wanted: string | undefined,
) => fc.Arbitrary<string | undefined>;

/** A request with values for each parameter, in the URL or, for POST, in a body of a listed type. */
function values(operation: Operation, draw: Draw): fc.Arbitrary<Draft> {
  const named = namedSchemas(operation);
  const drawn = fc.tuple(...named.map(([name, schema, wanted]) => draw(name, schema, wanted)));
  const types = Object.keys(operation.body);
  const type = types.length > 0 ? fc.constantFrom(...types) : fc.constant(undefined);
  return fc.tuple(drawn, type).map(([texts, mediaType]) => {
    const pairs: Values = named.flatMap(([name], at) => {
      const text = texts[at];
      return text === undefined ? [] : [[name, text] as const];
    });
    return draftOf(operation, pairs, mediaType);
  });
}

function draftOf(operation: Operation, pairs: Values, mediaType: string | undefined): Draft {
  const inPath = new Set(parametersIn(operation, 'path').map(({ name }) => name));
  const sent = new Map(pairs);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encoded(sent.get(name) ?? ''));
  const others = pairs.filter(([name]) => !inPath.has(name));
  if (mediaType === undefined) {
    const query = others.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
    return { url: `${path}?${query}`, headers: {}, sendsSql: sent.has('sql'), expected: undefined };
  }
  const payload =
    mediaType === 'application/json'
      ? JSON.stringify(Object.fromEntries(others))
      : others.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
  return {
    url: path,
    headers: { 'content-type': mediaType },
    payload,
    sendsSql: sent.has('sql'),
    expected: undefined,
  };
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function parametersIn({ parameters }: Operation, place: Parameter['in']): readonly Parameter[] {
  return parameters.filter((one) => one.in === place);
}

type NamedSchema = readonly [name: string, schema: Schema, wanted: string | undefined];

/** Each value that the operation takes, with its example. */
function namedSchemas(operation: Operation): readonly NamedSchema[] {
  const inUrl = [...parametersIn(operation, 'query'), ...parametersIn(operation, 'path')].map(
    ({ example: wanted, name, schema }): NamedSchema => [name, schema, wanted],
  );
  const { schema, example: body = {} } = operation.body['application/json'] ?? {};
  const wanted = body as Readonly<Record<string, string>>;
  const inBody = Object.entries(schema?.properties ?? {}).map(
    ([name, one]): NamedSchema => [name, one, wanted[name]],
  );
  return [...inUrl, ...inBody];
}

function requiredNames(operation: Operation): readonly string[] {
  const inUrl = operation.parameters.filter((one) => one.in !== 'header' && one.required);
  const inBody = operation.body['application/json']?.schema.required ?? [];
  return [...inUrl.map(({ name }) => name), ...inBody];
}
