import type { Row } from '#googlesql';
import { eachYielding } from '../../async/yield-to-event-loop.ts';
import { savedBytes } from '../../bill/savings.ts';
import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { isOwnRun, type RunResult } from '../../execution/run-result.ts';
import { csvLine } from '../../values/csv.ts';
import type { JsonValue } from '../../values/json-value.ts';
import { type ObjectSchema, openObject, type Schema } from './schema.ts';

/** The bound of an answer's JSON, in characters, of clients that set none. */
export const DEFAULT_MAX_CHARS = 65_536;

/** The answer of a tool, as MCP has it. */
export interface ToolAnswer {
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly content: { readonly type: 'text'; readonly text: string }[];
}

/** A row as an object. */
export type RowObject = Readonly<Record<string, JsonValue>>;

/** How rows become an answer. */
export interface AnswerForm {
  /** The names of the members of rows, in order. */
  readonly fields: readonly string[];
  readonly encode: (row: Row) => RowObject;
  /** `one`: the answer has the member `row` in place of `rows`. */
  readonly returns: 'many' | 'one';
  /** Further members of the answer. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** The bound of the answer's JSON, in characters; 0: none. */
  readonly maxChars: number;
}

/** The answer with a result's rows: as many whole ones as the bound allows, as JSON and as CSV. */
export async function answerOf(result: RunResult, form: AnswerForm): Promise<ToolAnswer> {
  const { fields, more, returns } = form;
  const meta = metaOf(result);
  const frame = JSON.stringify({ ...more, rows: [], truncated: false, meta }).length;
  const room = form.maxChars === 0 ? Number.POSITIVE_INFINITY : form.maxChars - frame;
  const isUsual = form.maxChars === DEFAULT_MAX_CHARS && frame <= FRAME_CHARS;
  const { rows, csv } = isUsual
    ? await cachedRows(result, form)
    : await encodeRows(result.rows, form, room);
  const isCut = rows.length < result.rows.length;
  const member = returns === 'one' ? { row: rows[0] ?? null } : { rows };
  const structuredContent = { ...more, ...member, truncated: result.truncated || isCut, meta };
  const text = `${csvLine(fields)}${csv}`;
  const note = isCut
    ? `These are the first ${rows.length} of ${result.rows.length} rows, within maxChars=${form.maxChars}: ask for fewer or smaller ones.`
    : 'There are more rows.';
  const notes = structuredContent.truncated ? [{ type: 'text' as const, text: note }] : [];
  return { structuredContent, content: [{ type: 'text', text }, ...notes] };
}

/** Rows as JSON and as lines of CSV. */
interface EncodedRows {
  readonly rows: readonly RowObject[];
  readonly csv: string;
}

/** Estimated memory of a character of JSON as an object, in bytes. */
const CHARACTER_BYTES = 4;

/** Room for the members of an answer besides its rows, in characters. */
const FRAME_CHARS = 1_000;

/** Encodes rows within the usual bound, once for all answers that are made of the same cached ones. */
async function cachedRows(result: RunResult, form: AnswerForm): Promise<EncodedRows> {
  const name = `mcp ${result.redacted}`;
  const cached = result.derived?.get<EncodedRows>(name);
  if (cached) return cached;
  // How long the other members are depends on the moment.
  const encoded = await encodeRows(result.rows, form, DEFAULT_MAX_CHARS - FRAME_CHARS);
  result.derived?.set(name, encoded, encoded.csv.length * 2 * CHARACTER_BYTES);
  return encoded;
}

async function encodeRows(
  rows: readonly Row[],
  { encode, fields }: AnswerForm,
  room: number,
): Promise<EncodedRows> {
  const encoded: RowObject[] = [];
  const lines: string[] = [];
  let left = room;
  for await (const row of eachYielding(rows)) {
    const object = encode(row);
    left -= JSON.stringify(object).length + 1;
    if (left < 0) break;
    encoded.push(object);
    // Members that are called like numbers stand first in an object, whatever the order of columns.
    lines.push(csvLine(fields.map((field) => cellText(object[field] ?? null))));
  }
  return { rows: encoded, csv: lines.join('') };
}

function cellText(value: JsonValue): string | undefined {
  if (value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function metaOf(result: RunResult) {
  return {
    cacheStatus: result.cacheStatus,
    computedAt: formatIsoTimestamp(result.computedAt),
    ageSeconds: result.ageSeconds,
    redacted: result.redacted,
    definitionVersion: result.definitionVersion,
    bytesBilled: result.isPinned && isOwnRun(result) ? null : result.bytesBilled,
    bytesSaved: result.isPinned ? null : savedBytes(result.saved),
  };
}

const META: Schema = openObject({
  cacheStatus: { enum: ['HIT', 'STALE', 'MISS', 'COLLAPSED', 'BYPASS'] },
  computedAt: { type: 'string', format: 'date-time' },
  ageSeconds: { type: 'integer' },
  redacted: { type: 'boolean' },
  definitionVersion: { type: 'string' },
  bytesBilled: { type: ['integer', 'null'] },
  bytesSaved: { type: ['integer', 'null'] },
});

/** The schema of an answer with rows of a schema. */
export function answerSchema(
  row: Schema,
  returns: 'many' | 'one',
  more: Schema = {},
): ObjectSchema {
  const member =
    returns === 'one'
      ? { row: { ...row, type: ['object', 'null'] } }
      : { rows: { type: 'array', items: row } };
  return openObject({ ...more, ...member, truncated: { type: 'boolean' }, meta: META });
}
