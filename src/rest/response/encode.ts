import { yieldToEventLoop } from '../../async/yield-to-event-loop.ts';
import { jsonFields } from '../../execution/encode-json.ts';
import type { OutputColumn, Row, StructField, Type, Value } from '../../googlesql/index.ts';

type Present = Exclude<Value, null>;
type Encode = (value: Value) => string;

const encoders = new WeakMap<readonly OutputColumn[], Encode>();

/** How much text is turned into bytes at once; a megabyte takes about a millisecond. */
const PIECE_LENGTH = 250_000;

/** The answer to a request as JSON: `{"result":[…]}`. */
export async function encodeResult(
  columns: readonly OutputColumn[],
  rows: readonly Row[],
): Promise<Buffer> {
  const encode = encoders.get(columns) ?? compileRow(columns);
  const pieces: Buffer[] = [];
  let text = '{"result":[';
  for (const [index, row] of rows.entries()) {
    await yieldToEventLoop();
    text += index === 0 ? encode(row) : `,${encode(row)}`;
    if (text.length < PIECE_LENGTH) continue;
    pieces.push(Buffer.from(text));
    text = '';
  }
  pieces.push(Buffer.from(`${text}]}`));
  return Buffer.concat(pieces);
}

/** Compiled once for each list of columns: the list of a stored query is the same object in every run. */
function compileRow(columns: readonly OutputColumn[]): Encode {
  const encode = nullable({ kind: 'STRUCT', fields: columns });
  encoders.set(columns, encode);
  return encode;
}

function nullable(type: Type): Encode {
  const encode = present(type);
  const absent = type.kind === 'ARRAY' ? '[]' : 'null';
  return (value) => (value === null || value === undefined ? absent : encode(value));
}

const digits = (value: Present) => `${value}`;
const quoted = (value: Present) => `"${value}"`;
const verbatim = (value: Present) => value as string;

/** The types whose text is theirs alone, so that nothing in it needs an escape, are quoted as they are. */
const SCALARS: Readonly<Record<string, (value: Present) => string>> = {
  BOOL: digits,
  INT64: digits,
  TIMESTAMP: digits,
  FLOAT64: (value) => (Number.isFinite(value) ? `${value}` : 'null'),
  STRING: (value) => JSON.stringify(value),
  NUMERIC: quoted,
  BIGNUMERIC: quoted,
  BYTES: quoted,
  DATE: quoted,
  DATETIME: quoted,
  TIME: quoted,
  INTERVAL: quoted,
  JSON: verbatim,
};

function present(type: Type): (value: Present) => string {
  if (type.kind === 'ARRAY') return arrayEncoder(type.element);
  if (type.kind === 'STRUCT') return structEncoder(type.fields);
  const encode = SCALARS[type.kind];
  if (!encode) throw new Error(`There is no JSON for the type ${type.kind}`);
  return encode;
}

function arrayEncoder(element: Type): (value: Present) => string {
  const encode = nullable(element);
  return (value) => {
    let text = '[';
    for (const member of value as readonly Value[]) {
      if (text.length > 1) text += ',';
      text += encode(member);
    }
    return `${text}]`;
  };
}

function structEncoder(fields: readonly StructField[]): (value: Present) => string {
  const members = jsonFields(fields).map(({ name, position, type }, i) => ({
    start: `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    position,
    encode: nullable(type),
  }));
  if (members.length === 0) return () => '{}';
  return (value) => {
    let text = '';
    for (const { start, position, encode } of members) {
      text += start + encode((value as readonly Value[])[position] ?? null);
    }
    return `${text}}`;
  };
}
