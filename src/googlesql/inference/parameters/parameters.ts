import type { ResolvedStatement } from '../../analysis/resolved/resolved.ts';
import { SqlError } from '../../sql-error.ts';
import { CLOCK_PARAMETER, pinClock } from '../../syntax/parser/pin-clock.ts';
import type { Query } from '../../syntax/tree/ast.ts';
import type { Table } from '../../table.ts';
import { SCALARS, type Type } from '../../types.ts';
import { type DefaultValue, resolveDefault } from './default-value.ts';
import { type NamedParameter, namedParameters, type ParameterTag } from './named-parameters.ts';
import { inferTypes } from './parameter-types.ts';
import { treatedNulls } from './treated-nulls.ts';

/** A parameter of a statement. */
export interface InferredParameter {
  /** As first written. */
  readonly name: string;
  readonly type: Type;
  /** Whether it is never NULL; otherwise it may be absent, which is a NULL of its type. */
  readonly isRequired: boolean;
  /** The value where it is left out. */
  readonly default?: DefaultValue;
  /** Of its first use. */
  readonly offset: number;
}

/** What a statement is inferred with. */
export interface InferenceOptions {
  /** By exact name. */
  readonly tables: ReadonlyMap<string, Table>;
  /** What the head comment says. */
  readonly tags: readonly ParameterTag[];
  /** The types, by lower-case name, of parameters that are not to be inferred, and are not in the result. */
  readonly declared?: ReadonlyMap<string, Type>;
}

/** What was inferred of a statement. */
export interface InferredParameters {
  /** With the clock pinned. */
  readonly query: Query;
  readonly parameters: readonly InferredParameter[];
  readonly resolved: ResolvedStatement;
}

/**
 * Infers the types of a statement's parameters from their uses, and resolves the statement with them, which then reads
 * the clock from a parameter, as `pinClock` says. Throws an `SqlError` at a use that leaves a type open, or gives a
 * second one, with the tag to write.
 */
export function inferParameters(
  tree: Query,
  { tables, tags, declared = new Map() }: InferenceOptions,
): InferredParameters {
  const named = namedParameters(tree, tags, declared);
  const query = pinClock(tree);
  const { types, resolved } = inferTypes({
    tree: query,
    tables,
    declared: new Map([[CLOCK_PARAMETER, SCALARS.TIMESTAMP], ...declared]),
    named,
  });
  const treated = treatedNulls(tree);
  const parameters = [...named].map(([key, { name, offset, tag }]): InferredParameter => {
    const type = types.get(key);
    if (!type) throw new TypeError(`No type of a parameter: ${key}`);
    return taggedParameter({ name, type, offset, tag }, !treated.has(key));
  });
  return { query, parameters, resolved };
}

/** A parameter of a type with what its tag says; without a word in it, it is required where `isInferred`. */
export function taggedParameter(
  { name, offset, tag, type }: NamedParameter & { readonly type: Type },
  isInferred: boolean,
): InferredParameter {
  const value = tag?.default && resolveDefault(tag.default, type);
  if (value) return { name, type, isRequired: true, default: value, offset };
  return { name, type, isRequired: isRequired(tag, isInferred), offset };
}

/** Whether a parameter with no default but NULL is required. */
function isRequired(tag: ParameterTag | undefined, isInferred: boolean): boolean {
  if (!tag?.default) return tag?.type?.isRequired ?? isInferred;
  if (!tag.type?.isRequired) return false;
  throw new SqlError(
    'The default is NULL, which a type with "!" does not have: write the type without "!"',
    tag.default.at,
  );
}
