import { readdirSync, readFileSync } from 'node:fs';
import { SCALARS, type ScalarKind, type Type } from '../../src/googlesql/types.ts';
import type { Value } from '../../src/googlesql/value.ts';

const CASES = new URL('./cases/', import.meta.url);
const GOLDENS = new URL('./goldens/', import.meta.url);

/**
 * A query to be judged, as its file writes it: `--- name`, then perhaps `--@ {parameters}`, then SQL, then perhaps
 * `--=` and the equivalent SQL that the reference is asked, for the few things that its evaluator lacks.
 */
export interface Case {
  readonly name: string;
  readonly sql: string;
  readonly equivalent?: string;
  /** By name: the type as GoogleSQL spells it, and the value. */
  readonly parameters?: Readonly<Record<string, readonly [type: string, value: Value]>>;
}

/** A case with what the reference says of it; values are in the form of `golden-value.ts`. */
export type Golden = Case &
  (
    | { readonly error: string }
    | {
        readonly columns: readonly (readonly [name: string, type: string])[];
        /** Whether the order of the rows is part of the answer. */
        readonly ordered: boolean;
        readonly rows: readonly (readonly unknown[])[];
      }
  );

/** The subjects that cases are grouped by, one file each. */
export function subjects(): string[] {
  return readdirSync(CASES)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}

/** The cases of a subject. */
export function readCases(subject: string): Case[] {
  const text = readFileSync(new URL(`${subject}.sql`, CASES), 'utf8');
  return text.split(/^--- /m).slice(1).map(parseCase);
}

function parseCase(block: string): Case {
  const [heading = '', equivalent] = block.trimEnd().split('\n--=\n');
  const [name = '', ...lines] = heading.split('\n');
  const marked = lines[0]?.startsWith('--@ ') ? lines[0].slice('--@ '.length) : undefined;
  return {
    name,
    sql: lines.slice(marked === undefined ? 0 : 1).join('\n'),
    ...(equivalent === undefined ? {} : { equivalent }),
    ...(marked === undefined ? {} : { parameters: JSON.parse(marked) }),
  };
}

/** The goldens of a subject. */
export function readGoldens(subject: string): Golden[] {
  return JSON.parse(readFileSync(goldenFile(subject), 'utf8'));
}

/** Where the goldens of a subject are kept. */
export function goldenFile(subject: string): URL {
  return new URL(`${subject}.json`, GOLDENS);
}

/** The parameters of a case with their types. */
export function typedParameters({
  parameters = {},
}: Case): Record<string, { type: Type; value: Value }> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, [type, value]]) => [
      name,
      { type: parameterType(type), value },
    ]),
  );
}

function parameterType(name: string): Type {
  const element = /^ARRAY<(\w+)>$/.exec(name)?.[1];
  return element ? { kind: 'ARRAY', element: parameterType(element) } : SCALARS[name as ScalarKind];
}
