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
}

/** A fault in a JSON text, with its path and line. */
export class JsonFault extends Error {
  readonly path: JsonPath;
  /** Undefined if the fault has no known line. */
  readonly line: number | undefined;

  constructor(message: string, path: JsonPath, line: number | undefined) {
    super(message);
    this.path = path;
    this.line = line;
  }
}

/**
 * Parses JSON and refuses what `JSON.parse` accepts silently: a repeated member name, of which it keeps the last, and
 * `__proto__`, which schemas do not see.
 */
export function parseStrictJson(text: string): StrictJson {
  const { tree, value } = parseBoth(text);
  checkMembers(tree, []);
  return { value, lineOf: (path) => lineOf(tree, path) };
}

function parseBoth(text: string): { readonly tree: ValueNode; readonly value: unknown } {
  try {
    // The tree is only for line numbers; `JSON.parse` decides what is valid and what the value is.
    return { tree: parse(text, { mode: 'json' }).body, value: JSON.parse(text) };
  } catch (error) {
    // biome-ignore lint/style/useErrorCause: parsers quote the text around the fault, which may be a secret, and logs print causes
    throw new JsonFault('it is not JSON', [], lineOfError(error));
  }
}

/** The line that a parser's error names: momoa in a member, `JSON.parse` in its message. */
function lineOfError(error: unknown): number | undefined {
  const { line, message } = error as { readonly line?: number; readonly message: string };
  if (line !== undefined) return line;
  const named = /\(line (\d+) column \d+\)$/.exec(message)?.[1];
  return named === undefined ? undefined : Number(named);
}

function checkMembers(node: ValueNode, path: JsonPath): void {
  if (node.type === 'Array') {
    for (const [i, { value }] of node.elements.entries()) checkMembers(value, [...path, i]);
  }
  if (node.type !== 'Object') return;
  const seen = new Set<string>();
  for (const member of node.members) {
    const name = nameOf(member);
    const { line } = member.loc.start;
    if (name === '__proto__') throw new JsonFault('is no name of a member', [...path, name], line);
    if (seen.has(name)) throw new JsonFault('is there twice', [...path, name], line);
    seen.add(name);
    checkMembers(member.value, [...path, name]);
  }
}

function nameOf({ name }: MemberNode): string {
  return name.type === 'String' ? name.value : name.name;
}

function lineOf(root: ValueNode, path: JsonPath): number {
  let line = root.loc.start.line;
  let node: ValueNode | undefined = root;
  for (const step of path) {
    const child: { readonly line: number; readonly value: ValueNode } | undefined =
      node && childOf(node, step);
    if (!child) break;
    ({ line, value: node } = child);
  }
  return line;
}

function childOf(
  node: ValueNode,
  step: PropertyKey,
): { readonly line: number; readonly value: ValueNode } | undefined {
  if (node.type === 'Array') {
    const value = node.elements[Number(step)]?.value;
    return value && { line: value.loc.start.line, value };
  }
  if (node.type !== 'Object') return undefined;
  const member = node.members.find((one) => nameOf(one) === step);
  return member && { line: member.loc.start.line, value: member.value };
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
    const parsed = schema.safeParse(json.value);
    if (!parsed.success) throw faultOf(parsed.error, json);
    check?.(parsed.data, json);
    return parsed.data;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    // biome-ignore lint/style/useErrorCause: the cause has the same message, but with secrets not hidden
    throw new Error(describe(error));
  }
}

function faultOf({ issues }: z.ZodError, { lineOf }: StrictJson): JsonFault {
  const [issue] = issues;
  const path = issue?.path ?? [];
  if (issue?.code !== 'unrecognized_keys') {
    return new JsonFault(issue?.message ?? 'is wrong', path, lineOf(path));
  }
  const member = [...path, issue.keys[0] ?? ''];
  return new JsonFault('is no member that is known here', member, lineOf(member));
}

function describe({ path, line, message }: JsonFault): string {
  const place = path.length > 0 ? `${z.core.toDotPath(path)}: ` : '';
  const text = `${line === undefined ? '' : `line ${line}, `}${place}${message}`;
  // A mistyped member name may be the key itself, or its digest.
  return hideSecrets(text).replace(/[0-9a-f]{32,}/gi, '…');
}
