import SchemaBuilder from '@pothos/core';
import type { JsonValue } from '../../execution/encode-json.ts';
import type { Value } from '../../googlesql/index.ts';
import type { Context } from '../operation/context.ts';

/** What Pothos must know of our scalars and context. */
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

/** A builder for one schema. */
export type Builder = PothosSchemaTypes.SchemaBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>
>;

/** An empty builder; each schema has its own. */
export function createBuilder(): Builder {
  return new SchemaBuilder<SchemaTypes>({});
}
