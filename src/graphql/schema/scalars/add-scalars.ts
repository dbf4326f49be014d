import type { Type } from '#googlesql';
import type { Builder } from '../builder.ts';
import { SCALAR_TYPES } from '../record-types.ts';
import { addDateTime } from './date-time.ts';
import { addIntegers } from './integers.ts';
import { addJson } from './json.ts';
import { addNumeric } from './numeric.ts';
import { addTextScalar, TEXT_SCALAR_NAMES } from './texts.ts';

/**
 * Adds the scalars that are not built in: `DateTime`, `SafeInt`, `Int64` and `JSON`, which every schema has, and of the
 * others those among `names`.
 */
export function addScalars(builder: Builder, names: ReadonlySet<string>): void {
  addDateTime(builder);
  addIntegers(builder);
  addJson(builder);
  if (names.has('Numeric')) addNumeric(builder);
  for (const name of TEXT_SCALAR_NAMES) if (names.has(name)) addTextScalar(builder, name);
}

/** The names of the scalars of types, with those within arrays and structs. */
export function scalarNames(types: readonly Type[]): ReadonlySet<string> {
  return new Set(types.flatMap(namesIn));
}

function namesIn(type: Type): readonly string[] {
  if (type.kind === 'ARRAY') return namesIn(type.element);
  if (type.kind === 'STRUCT') return type.fields.flatMap((field) => namesIn(field.type));
  return [SCALAR_TYPES[type.kind]];
}
