import { arrayOf, type RangeKind, SCALARS, type ScalarKind, type Type } from '#googlesql';

/** BigQuery's type name, followed by GraphQL's `!` if the value is never NULL: `STRING!`, `ARRAY<INT64>`. */
export type Spelling = SpeltType | `${SpeltType}!`;

type SpeltType = SpeltKind | `ARRAY<${SpeltKind}>`;

/** Ranges are made inside a statement; no parameter and no column of an endpoint is one. */
type SpeltKind = Exclude<ScalarKind, RangeKind>;

/** The TypeScript type that a spelling stands for. */
export type ValueOf<Text> = Text extends `${infer Required}!`
  ? TypeValue<Required>
  : TypeValue<Text> | undefined;

type TypeValue<Text> = Text extends `ARRAY<${infer Kind}>`
  ? readonly ScalarValue<Kind>[]
  : ScalarValue<Text>;

type ScalarValue<Kind> = Kind extends 'BOOL'
  ? boolean
  : Kind extends 'INT64' | 'TIMESTAMP'
    ? bigint
    : Kind extends 'FLOAT64'
      ? number
      : string;

/** The GoogleSQL type of a spelling. */
export function typeOf(spelling: Spelling): Type {
  const plain = isRequired(spelling) ? spelling.slice(0, -1) : spelling;
  const [, element] = /^ARRAY<(.*)>$/.exec(plain) ?? [];
  return element === undefined
    ? SCALARS[plain as ScalarKind]
    : arrayOf(SCALARS[element as ScalarKind]);
}

/** Whether a spelling ends in `!`. */
export function isRequired(type: Spelling): boolean {
  return type.endsWith('!');
}

/** The scalar types that may be spelt, without `!`. */
export const SPELLINGS: readonly string[] = Object.keys(SCALARS).filter(
  (kind) => !kind.startsWith('RANGE<'),
);
