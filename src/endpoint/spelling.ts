import { type RangeKind, SCALARS, type ScalarKind, type ScalarType } from '#googlesql';

/** BigQuery's type name, followed by GraphQL's `!` if the value is never NULL. */
export type Spelling = SpeltKind | `${SpeltKind}!`;

/** Ranges are made inside a statement; no parameter and no column of an endpoint is one. */
type SpeltKind = Exclude<ScalarKind, RangeKind>;

/** The TypeScript type that a spelling stands for. */
export type ValueOf<Text extends Spelling> = Text extends `${infer Kind}!`
  ? ScalarValue<Kind>
  : ScalarValue<Text> | undefined;

type ScalarValue<Kind> = Kind extends 'BOOL'
  ? boolean
  : Kind extends 'INT64' | 'TIMESTAMP'
    ? bigint
    : Kind extends 'FLOAT64'
      ? number
      : string;

/** The GoogleSQL type of a spelling. */
export function scalarOf(type: Spelling): ScalarType {
  return SCALARS[(isRequired(type) ? type.slice(0, -1) : type) as ScalarKind];
}

/** Whether a spelling ends in `!`. */
export function isRequired(type: Spelling): boolean {
  return type.endsWith('!');
}

/** The types that may be spelt, without `!`. */
export const SPELLINGS: readonly string[] = Object.keys(SCALARS).filter(
  (kind) => !kind.startsWith('RANGE<'),
);
