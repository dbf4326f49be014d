import SchemaBuilder from '@pothos/core';
import type { Value } from '#googlesql';
import type { JsonValue } from '../../values/json-value.ts';
import type { Context } from '../operation/context.ts';

/** A value that a scalar serializes. */
export type OutputValue = Value | JsonValue;

/** Pothos type parameters: the context, and the input and output types of scalars. */
interface SchemaTypes {
  Context: Context;
  Scalars: {
    ID: { Input: string; Output: Value };
    DateTime: { Input: bigint | ''; Output: Value };
    SafeInt: { Input: number; Output: Value };
    Int64: { Input: string; Output: Value };
    Numeric: { Input: string; Output: OutputValue };
    Bytes: { Input: string; Output: OutputValue };
    Date: { Input: string; Output: OutputValue };
    Time: { Input: string; Output: OutputValue };
    LocalDateTime: { Input: string; Output: OutputValue };
    Interval: { Input: string; Output: OutputValue };
    JSON: { Input: unknown; Output: OutputValue };
    String: { Input: string; Output: OutputValue };
    Float: { Input: number; Output: OutputValue };
    Boolean: { Input: boolean; Output: Value };
    Int: { Input: number; Output: number };
  };
}

/** A Pothos builder with our context and scalars. */
export type Builder = PothosSchemaTypes.SchemaBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>
>;

/** An object type whose source has this shape. */
export type ObjectRef<Shape> = PothosSchemaTypes.ObjectRef<
  Builder['$inferSchemaTypes'],
  Shape,
  Shape
>;

/** What declares the root fields, and their arguments. */
export type QueryFields = Parameters<Parameters<Builder['queryField']>[1]>[0];

/** Creates an empty builder; each schema needs its own. */
export function createBuilder(): Builder {
  return new SchemaBuilder<SchemaTypes>({});
}

/** The description of a part of the schema, as Pothos takes it: without the member if there is none. */
export function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

type Types = Builder['$inferSchemaTypes'];

/** A field's type, in an array for a list, and its description. */
type MemberField = readonly [type: unknown, description: string, nullability?: 'nullable'];

/** Fields that return members of their source under the same names; never null unless they say so. */
export function memberFields<Source>(members: { readonly [Name in keyof Source]?: MemberField }) {
  return (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Source>) =>
    Object.fromEntries(
      Object.entries(members as Record<string, MemberField>).map(
        ([name, [type, description, nullability]]) => [
          name,
          // Whether the type is that of the member is not checked.
          t.field({
            type: type as 'JSON',
            nullable: nullability !== undefined,
            description,
            resolve: (source) => source[name as keyof Source] as never,
          }),
        ],
      ),
    );
}
