import { type MemberNode, parse, type ValueNode } from '@humanwhocodes/momoa';

/** Where something stands in a JSON text: names of members and indices of elements. */
export type JsonPath = readonly PropertyKey[];

/** A JSON value that knows on which line each of its parts was written. */
export interface StrictJson {
  readonly value: unknown;
  /** The line of the member or element at a path, or of the nearest one around it; counted from 1. */
  lineOf(path: JsonPath): number;
}

/** Tells what is wrong with a JSON text, and where. */
export class JsonFault extends Error {
  readonly path: JsonPath;
  /** Undefined where the fault has no place. */
  readonly line: number | undefined;

  constructor(message: string, path: JsonPath, line: number | undefined) {
    super(message);
    this.path = path;
    this.line = line;
  }
}

/**
 * Parses JSON and refuses what `JSON.parse` passes over in silence: of two members of one name it keeps the last, and
 * `__proto__` is a member that schemas do not see.
 */
export function parseStrictJson(text: string): StrictJson {
  const { tree, value } = parseBoth(text);
  checkMembers(tree, []);
  return { value, lineOf: (path) => lineOf(tree, path) };
}

function parseBoth(text: string): { readonly tree: ValueNode; readonly value: unknown } {
  try {
    // The tree tells places; what counts as JSON, and what it means, is for the platform to say.
    return { tree: parse(text, { mode: 'json' }).body, value: JSON.parse(text) };
  } catch (error) {
    // biome-ignore lint/style/useErrorCause: parsers quote the text around the fault, which may be a secret, and logs print causes
    throw new JsonFault('it is not JSON', [], (error as { line?: number }).line);
  }
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
