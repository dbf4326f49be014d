import type { GraphQLObjectType, SelectionSetNode } from 'graphql';
import type { Memo } from '../../cache/memo.ts';
import type { RunResult } from '../../run/runner.ts';
import { compileFields, type EncodedField } from './encoder.ts';
import type { SelectionScope } from './selection.ts';

/** Bytes of an answer, in order. */
export type Chunks = (string | Buffer)[];

/** Adds the JSON of a result to an answer; throws where graphql would report an error. */
export type WriteResult = (result: RunResult, to: Chunks) => void;

/** The one field that depends on nothing but the rows, and is most of the answer. */
const ROWS = 'rows';

/** Compiles a selection of an endpoint's result; the text of its rows is kept with them. */
export function compileResultWriter(
  scope: SelectionScope,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): WriteResult {
  const fields = compileFields(scope, type, sets).map((field, index) => ({
    before: `${index === 0 ? '{' : ','}${field.start}`,
    write: field.name === ROWS ? rowsWriter(type, field) : plainWriter(field),
  }));
  return (result, to) => {
    for (const { before, write } of fields) {
      to.push(before);
      write(result, to);
    }
    to.push('}');
  };
}

function plainWriter({ encode }: EncodedField): WriteResult {
  return (result, to) => {
    to.push(encode(result));
  };
}

function rowsWriter(type: GraphQLObjectType, { encode, shape }: EncodedField): WriteResult {
  const name = `graphql ${type.name} ${shape}`;
  const redactedName = `${name}, redacted`;
  return (result, to) => {
    const { memo, redacted } = result;
    const key = redacted ? redactedName : name;
    const bytes = memo?.get<Buffer>(key) ?? Buffer.from(encode(result));
    if (memo) keepRows(memo, key, bytes);
    to.push(bytes);
  };
}

/** How many selections are kept of one entry: a client that varies them must not push out what others use. */
const MOST_SHAPES = 16;

function keepRows(memo: Memo, key: string, bytes: Buffer): void {
  const shapes = memo.get<Set<string>>('graphql') ?? new Set();
  if (shapes.size === 0) memo.set('graphql', shapes, 0);
  if (shapes.has(key) || shapes.size >= MOST_SHAPES) return;
  shapes.add(key);
  memo.set(key, bytes, bytes.length + 2 * key.length);
}
