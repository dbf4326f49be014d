import { type MemberNode, parse, type ValueNode } from '@humanwhocodes/momoa';
import { z } from 'zod';
import { hideSecrets } from '../secret.ts';

/** A place in a JSON value: member names and array indices from the root. */
export type JsonPath = readonly PropertyKey[];

/** A JSON value with the source line of each part. */
export interface StrictJson {
  readonly value: unknown;
  /** The line, from 1, of the member or element at a path, or of the nearest enclosing one. */
  lineOf(path: JsonPath): number;
  /** Its offset, in UTF-16 code units. */
  offsetOf(path: JsonPath): number;
  /** Where the value at a path begins and ends, in UTF-16 code units; undefined if there is none. */
  rangeOf(path: JsonPath): readonly [start: number, end: number] | undefined;
}

/** A fault in a JSON text, with its path and line. */
export class JsonFault extends Error {
  readonly path: JsonPath;
  /** Undefined if the fault has no known line. */
  readonly line: number | undefined;
  /** In UTF-16 code units; undefined if the fault has no known place. */
  readonly offset: number | undefined;

  constructor(message: string, path: JsonPath, line: number | undefined, offset?: number) {
    super(message);
    this.path = path;
    this.line = line;
    this.offset = offset;
  }
}

/**
 * Parses JSON and refuses what `JSON.parse` accepts silently: a repeated member name, of which it keeps the last, and
 * `__proto__`, which schemas do not see.
 */
export function parseStrictJson(text: string): StrictJson {
  const { faults, json } = parseWithFaults(text);
  const [first] = faults;
  if (first) throw first;
  return json;
}

/** Parses JSON, with the faults of its members; throws a `JsonFault` if it is not JSON. */
function parseWithFaults(text: string): {
  readonly json: StrictJson;
  readonly faults: readonly JsonFault[];
} {
  const { tree, value } = parseBoth(text);
  const lineOf = (path: JsonPath) => locate(tree, path).line;
  const offsetOf = (path: JsonPath) => locate(tree, path).offset;
  const rangeOf = (path: JsonPath) => {
    const node = nodeAt(tree, path);
    return node && ([node.loc.start.offset, node.loc.end.offset] as const);
  };
  return { json: { value, lineOf, offsetOf, rangeOf }, faults: memberFaults(tree, []) };
}

function parseBoth(text: string): { readonly tree: ValueNode; readonly value: unknown } {
  try {
    // The tree is only for line numbers; `JSON.parse` decides what is valid and what the value is.
    return { tree: parse(text, { mode: 'json' }).body, value: JSON.parse(text) };
  } catch (error) {
    throw notJson(text, error);
  }
}

/** Has no cause: parsers quote the text around the fault, which may be a secret, and logs print causes. */
function notJson(text: string, error: unknown): JsonFault {
  if (text.startsWith('\uFEFF')) {
    return new JsonFault('it begins with a byte order mark: write UTF-8 without one', [], 1, 0);
  }
  const whole = text.trimEnd();
  if (!endsEarly(whole)) {
    return new JsonFault('it is not JSON', [], lineOfError(error), offsetOfError(error));
  }
  const reason = whole === '' ? 'it is empty' : 'it ends too early';
  const line = whole.split(/\r\n|\r|\n/).length;
  return new JsonFault(`it is not JSON: ${reason}`, [], line, whole.length);
}

/** Whether a text may be the beginning of JSON; momoa places what is missing elsewhere. */
function endsEarly(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith('Unexpected end') || offsetOfError(error) === text.length;
  }
}

/** The line that a parser's error names: momoa in a member, `JSON.parse` in its message. */
function lineOfError(error: unknown): number | undefined {
  const { line, message } = error as { readonly line?: number; readonly message: string };
  if (line !== undefined) return line;
  const named = /\(line (\d+) column \d+\)$/.exec(message)?.[1];
  return named === undefined ? undefined : Number(named);
}

/** The offset that a parser's error names. */
function offsetOfError(error: unknown): number | undefined {
  const { offset, message } = error as { readonly offset?: number; readonly message: string };
  if (offset !== undefined) return offset;
  const named = / at position (\d+)/.exec(message)?.[1];
  return named === undefined ? undefined : Number(named);
}

function memberFaults(node: ValueNode, path: JsonPath): readonly JsonFault[] {
  if (node.type === 'Array') {
    return node.elements.flatMap(({ value }, i) => memberFaults(value, [...path, i]));
  }
  if (node.type !== 'Object') return [];
  const seen = new Set<string>();
  return node.members.flatMap((member) => {
    const name = nameOf(member);
    const { line, offset } = member.loc.start;
    const fault = (message: string) => [new JsonFault(message, [...path, name], line, offset)];
    if (name === '__proto__') return fault('is no name of a member');
    if (seen.has(name)) return fault('is there twice');
    seen.add(name);
    return memberFaults(member.value, [...path, name]);
  });
}

function nameOf({ name }: MemberNode): string {
  return name.type === 'String' ? name.value : name.name;
}

/** Where a parser found something. */
type Place = ValueNode['loc']['start'];

function locate(root: ValueNode, path: JsonPath): Place {
  let place = root.loc.start;
  let node: ValueNode | undefined = root;
  for (const step of path) {
    const child: { readonly place: Place; readonly value: ValueNode } | undefined =
      node && childOf(node, step);
    if (!child) break;
    ({ place, value: node } = child);
  }
  return place;
}

function nodeAt(root: ValueNode, path: JsonPath): ValueNode | undefined {
  return path.reduce<ValueNode | undefined>(
    (node, step) => node && childOf(node, step)?.value,
    root,
  );
}

function childOf(
  node: ValueNode,
  step: PropertyKey,
): { readonly place: Place; readonly value: ValueNode } | undefined {
  if (node.type === 'Array') {
    const value = node.elements[Number(step)]?.value;
    return value && { place: value.loc.start, value };
  }
  if (node.type !== 'Object') return undefined;
  const member = node.members.find((one) => nameOf(one) === step);
  return member && { place: member.loc.start, value: member.value };
}

/** A value that a schema accepts, or all that is wrong with a text. */
export type JsonReading<Value> =
  | { readonly value: Value; readonly json: StrictJson; readonly faults?: undefined }
  | {
      readonly faults: readonly JsonFault[];
      /** Undefined for a text that is not JSON. */
      readonly json: StrictJson | undefined;
    };

/** Parses strict JSON by a schema, for texts without secrets: faults quote what the schema's messages quote. */
export function readBySchema<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): JsonReading<z.output<Schema>> {
  try {
    const { faults, json } = parseWithFaults(text);
    const parsed = schema.safeParse(json.value, { error: expectation });
    if (parsed.success && faults.length === 0) return { value: parsed.data, json };
    const issues = parsed.error?.issues ?? [];
    return { json, faults: [...faults, ...issues.flatMap((issue) => faultsOf(issue, json))] };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return { faults: [error], json: undefined };
  }
}

/**
 * Parses strict JSON by a schema; throws an `Error` with the place and the fault.
 *
 * `check` sees what the schema accepted, and may throw a `JsonFault` of its own.
 */
export function parseBySchema<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  check?: (value: z.output<Schema>, json: StrictJson) => void,
): z.output<Schema> {
  try {
    const json = parseStrictJson(text);
    const parsed = schema.safeParse(json.value, { error: expectation });
    if (!parsed.success) throw firstFault(parsed.error, json);
    check?.(parsed.data, json);
    return parsed.data;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    // biome-ignore lint/style/useErrorCause: the cause has the same message, but with secrets not hidden
    throw new Error(describe(error));
  }
}

/** Values of a type, as messages name them. */
const VALUES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

/** What a value must be, for messages of schemas that do not say it. */
export function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return `must be ${VALUES[issue.expected]}`;
  if (issue.code === 'invalid_value') return `must be ${issue.values.join(' or ')}`;
  if (issue.code === 'too_small') {
    return `must be ${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`;
  }
  return issue.code === 'too_big' ? `must be at most ${issue.maximum}` : undefined;
}

function firstFault({ issues }: z.ZodError, json: StrictJson): JsonFault {
  const [first] = issues.flatMap((issue) => faultsOf(issue, json));
  return first ?? new JsonFault('is wrong', [], json.lineOf([]));
}

/** The faults of an issue: one, or one for each member that a schema does not have. */
function faultsOf(issue: z.core.$ZodIssue, json: StrictJson): readonly JsonFault[] {
  const fault = (message: string, path: JsonPath) =>
    new JsonFault(message, path, json.lineOf(path), json.offsetOf(path));
  if (issue.code !== 'unrecognized_keys') return [fault(issue.message, issue.path)];
  // The message of Zod names the members, which may be secrets.
  const isOwn = !issue.message.startsWith('Unrecognized key');
  const message = isOwn ? issue.message : 'is no member that is known here';
  return issue.keys.map((key) => fault(message, [...issue.path, key]));
}

function describe({ path, line, message }: JsonFault): string {
  const place = path.length > 0 ? `${z.core.toDotPath(path)}: ` : '';
  const text = `${line === undefined ? '' : `line ${line}, `}${place}${message}`;
  // A mistyped member name may be the key itself, or its digest.
  return hideSecrets(text).replace(/[0-9a-f]{32,}/gi, '…');
}
