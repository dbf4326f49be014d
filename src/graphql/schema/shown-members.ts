import type { Builder } from './builder.ts';

type Types = Builder['$inferSchemaTypes'];

/** A field's type, in an array for a list, and its description. */
type Member = readonly [type: unknown, description: string, nullability?: 'nullable'];

/** Fields that show members of their source under the same names; never null unless they say so. */
export function shownMembers<Source>(members: { readonly [Name in keyof Source]?: Member }) {
  return (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Source>) =>
    Object.fromEntries(
      Object.entries(members as Record<string, Member>).map(
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
