import { SqlError } from '../../sql-error.ts';
import { tokenize } from '../../syntax/lexer/lexer.ts';
import type { Type } from '../../types.ts';
import type { ParameterTag } from './named-parameters.ts';
import { type InferredParameter, taggedParameter } from './parameters.ts';

/** Where a text first names a parameter. */
export interface ParameterUse {
  /** As first written. */
  readonly name: string;
  /** In UTF-16 code units. */
  readonly offset: number;
}

/**
 * The parameters that a text names after an offset, each once, by its tokens alone: the statement may be one that is not
 * compiled here. Throws an `SqlError` for a text that has no tokens of GoogleSQL.
 */
export function parameterUses(sql: string, from: number): readonly ParameterUse[] {
  const tokens = tokenize(sql, Number.POSITIVE_INFINITY, from);
  const last = tokens.at(-1);
  if (last?.kind === 'error') throw new SqlError(last.key, last.at);
  const uses = new Map<string, ParameterUse>();
  for (const [i, { at, end, kind }] of tokens.entries()) {
    if (kind !== 'name' || tokens[i - 1]?.key !== '@') continue;
    const name = sql.slice(at, end);
    const key = name.toLowerCase();
    if (!uses.has(key)) uses.set(key, { name, offset: at });
  }
  return [...uses.values()];
}

/**
 * The parameters of a text that is not compiled here, of these types by lower-case name. Nothing is known of what it does
 * with NULL, so that one is required unless its tag says otherwise.
 */
export function foreignParameters(
  uses: readonly ParameterUse[],
  tags: readonly ParameterTag[],
  types: ReadonlyMap<string, Type>,
): readonly InferredParameter[] {
  return uses.map(({ name, offset }) => {
    const key = name.toLowerCase();
    const tag = tags.find((one) => one.name.toLowerCase() === key);
    const type = tag?.type?.type ?? types.get(key);
    if (type) return taggedParameter({ name, type, offset, tag }, true);
    throw new SqlError(
      `Cannot tell the type of @${name}: write "-- @param {STRING} ${name}" in the head comment`,
      offset,
    );
  });
}
