import { mapNodes, type Query, type Select, type With } from '../../googlesql/index.ts';

/** Replaces the SELECTs in a query or WITH clause, each before those inside of its replacement; those in expressions too. */
export function mapSelects<T extends Query | With>(
  root: T,
  rewrite: (select: Select) => Select,
): T {
  return mapNodes(root, {
    enter: (node) => ('kind' in node && node.kind === 'select' ? rewrite(node) : node),
  });
}
