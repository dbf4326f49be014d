import { RANGE_KINDS, type ScalarKind, type Type } from '../../types.ts';

const NUMBERS = ['INT64', 'FLOAT64', 'NUMERIC', 'BIGNUMERIC'] as const;

/** The scalar types that each scalar type can be cast to. */
const CASTS: Readonly<Record<ScalarKind, readonly ScalarKind[]>> = {
  BOOL: ['BOOL', 'INT64', 'STRING'],
  INT64: ['BOOL', ...NUMBERS, 'STRING'],
  FLOAT64: [...NUMBERS, 'STRING'],
  NUMERIC: [...NUMBERS, 'STRING'],
  BIGNUMERIC: [...NUMBERS, 'STRING'],
  STRING: [
    'BOOL',
    ...NUMBERS,
    'STRING',
    'BYTES',
    'DATE',
    'DATETIME',
    'TIME',
    'TIMESTAMP',
    'INTERVAL',
    ...RANGE_KINDS,
  ],
  BYTES: ['STRING', 'BYTES'],
  DATE: ['STRING', 'DATE', 'DATETIME', 'TIMESTAMP'],
  DATETIME: ['STRING', 'DATE', 'DATETIME', 'TIME', 'TIMESTAMP'],
  TIME: ['STRING', 'TIME'],
  TIMESTAMP: ['STRING', 'DATE', 'DATETIME', 'TIME', 'TIMESTAMP'],
  INTERVAL: ['STRING', 'INTERVAL'],
  JSON: ['JSON'],
  'RANGE<DATE>': ['STRING', 'RANGE<DATE>'],
  'RANGE<DATETIME>': ['STRING', 'RANGE<DATETIME>'],
  'RANGE<TIMESTAMP>': ['STRING', 'RANGE<TIMESTAMP>'],
};

/** Whether CAST accepts a pair of types. */
export function canCast(from: Type, to: Type): boolean {
  if (from.kind === 'ARRAY') return to.kind === 'ARRAY' && canCast(from.element, to.element);
  if (from.kind === 'STRUCT') {
    if (to.kind !== 'STRUCT' || from.fields.length !== to.fields.length) return false;
    return from.fields.every((field, i) => canCast(field.type, to.fields[i]?.type ?? field.type));
  }
  return to.kind !== 'ARRAY' && to.kind !== 'STRUCT' && CASTS[from.kind].includes(to.kind);
}
