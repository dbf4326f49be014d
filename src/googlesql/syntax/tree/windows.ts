import type { Expression, SelectItem } from './ast.ts';
import { mapNodes } from './visit.ts';

/** Whether a part of a SELECT calls a window function; a subquery has its own. */
export function hasWindow(part: Expression | SelectItem): boolean {
  let isThere = false;
  mapNodes(
    { part },
    {
      skip: (node) => 'kind' in node && node.kind === 'query',
      leave: (node) => {
        if (node.kind === 'call' && node.over) isThere = true;
        return node;
      },
    },
  );
  return isThere;
}
