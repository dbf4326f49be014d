import { excerpt } from '../excerpt.ts';
import { SqlError } from '../sql-error.ts';
import type { ParseLimits } from '../syntax/lexer/cursor.ts';
import { parseQuery } from '../syntax/parser/parser.ts';
import { walk } from '../syntax/tree/visit.ts';
import type { ViewDefinition } from './definition.ts';
import { inSource } from './in-source.ts';

/** Parses the text of a view. Throws an `SqlError` whose source is the view. */
export function parseView(name: string, text: string, limits: ParseLimits = {}): ViewDefinition {
  return inSource({ kind: 'view', name, text }, () => {
    const query = parseQuery(text, limits);
    walk(query, (node) => {
      if (!('kind' in node) || node.kind !== 'parameter') return;
      const problem = 'Query parameters cannot be used in a view';
      throw new SqlError(`${problem}: @${excerpt(node.name)}`, node.at);
    });
    return { kind: 'view', name, text, query };
  });
}
