import { type ValueNode, valueFromASTUntyped } from 'graphql';
import { SCALAR_TEXTS } from '../../../execution/arguments/scalar-texts.ts';
import type { Builder } from '../builder.ts';
import { badInput } from './bad-input.ts';

/** A scalar whose values are texts, in and out. */
interface TextScalar {
  /** The type of GoogleSQL that reads it. */
  readonly kind: 'BYTES' | 'DATE' | 'DATETIME' | 'INTERVAL' | 'TIME';
  readonly description: string;
  readonly specifiedByURL?: string;
}

const TIMES = 'https://www.rfc-editor.org/rfc/rfc3339';

const TEXT_SCALARS = {
  Bytes: {
    kind: 'BYTES',
    description: 'Bytes in base64 with padding, in the standard alphabet: `"AP8="`.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc4648#section-4',
  },
  Date: {
    kind: 'DATE',
    description: 'A date: `"2026-07-01"`.',
    specifiedByURL: TIMES,
  },
  Time: {
    kind: 'TIME',
    description:
      'A time of day, with six fractional digits where there is a fraction: `"10:00:00"`, `"10:00:00.500000"`. As input at most six.',
    specifiedByURL: TIMES,
  },
  LocalDateTime: {
    kind: 'DATETIME',
    description:
      'A date and a time of day without a time zone, with six fractional digits where there is a fraction: `"2026-07-01T10:00:00"`. As input at most six, or a date alone.',
  },
  Interval: {
    kind: 'INTERVAL',
    description:
      'Years, months, days, hours, minutes and seconds: `"1-2 3 4:5:6.789000"`, where years and months, days, and the rest have a sign each. As input ISO 8601 too: `"P1Y2M3DT4H5M6.789S"`.',
  },
} as const satisfies Readonly<Record<string, TextScalar>>;

/** The names of the scalars whose values are texts. */
export const TEXT_SCALAR_NAMES = Object.keys(TEXT_SCALARS) as readonly TextScalarName[];

type TextScalarName = keyof typeof TEXT_SCALARS;

/** Adds a scalar whose values are texts. */
export function addTextScalar(builder: Builder, name: TextScalarName): void {
  const { kind, ...described } = TEXT_SCALARS[name];
  const { hint, parse } = SCALAR_TEXTS[kind];
  /** The canonical text; an empty one stays, as for `parseDateTime`. */
  const read = (value: unknown, node?: ValueNode) => {
    if (value === '') return value;
    const text = typeof value === 'string' ? parse(value) : undefined;
    if (text === undefined) throw badInput(name, value, hint, node);
    return String(text);
  };
  builder.scalarType(name, {
    ...described,
    serialize: (value) => value,
    parseValue: (value) => read(value),
    parseLiteral: (node) => read(valueFromASTUntyped(node), node),
  });
}
