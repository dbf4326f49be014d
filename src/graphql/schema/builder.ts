import SchemaBuilder from '@pothos/core';
import type { JsonValue } from '../../execution/encode-json.ts';
import type { Value } from '../../googlesql/index.ts';
import type { Context } from '../operation/context.ts';

/** Pothos type parameters: the context, and the input and output types of scalars. */
export interface SchemaTypes {
  Context: Context;
  Scalars: {
    ID: { Input: string; Output: Value };
    DateTime: { Input: bigint; Output: Value };
    SafeInt: { Input: number; Output: Value };
    Int64: { Input: bigint; Output: Value };
    JSON: { Input: unknown; Output: JsonValue };
    String: { Input: string; Output: Value };
    Float: { Input: number; Output: Value };
    Boolean: { Input: boolean; Output: Value };
    Int: { Input: number; Output: number };
  };
}

/** A Pothos builder with our context and scalars. */
export type Builder = PothosSchemaTypes.SchemaBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>
>;

/** Creates an empty builder; each schema needs its own. */
export function createBuilder(): Builder {
  return new SchemaBuilder<SchemaTypes>({});
}
