import { excerpt } from '../excerpt.ts';
import { SqlError } from '../sql-error.ts';
import type { ParseLimits } from '../syntax/lexer/cursor.ts';
import { parseQuery } from '../syntax/parser/parser.ts';
import { nodesOfKind } from '../syntax/tree/visit.ts';
import type { ViewDefinition } from './definition.ts';
import { inSource } from './in-source.ts';

/** Parses the text of a view. Throws an `SqlError` whose source is the view. */
export function parseView(name: string, text: string, limits: ParseLimits = {}): ViewDefinition {
  return inSource({ kind: 'view', name, text }, () => {
    const query = parseQuery(text, limits);
    const [parameter] = nodesOfKind(query, 'parameter');
    if (!parameter) return { kind: 'view', name, text, query };
    const problem = 'Query parameters cannot be used in a view';
    throw new SqlError(`${problem}: @${excerpt(parameter.name)}`, parameter.at);
  });
}
