import {
  equalTrees,
  parseQuery,
  printQuery,
  type Query,
  type ResolvedStatement,
  type Statement,
} from '#googlesql';

/** No limits: they are for callers' text, and printing adds parentheses and repeats the stored CTEs. */
const UNLIMITED = {
  maxBytes: Number.POSITIVE_INFINITY,
  maxTokens: Number.POSITIVE_INFINITY,
  maxNodes: Number.POSITIVE_INFINITY,
  maxDepth: 1_000,
};

/** The statement of an analysed tree; throws as `printChecked` does. */
export function checkedStatement(tree: Query, resolved: ResolvedStatement): Statement {
  printChecked(tree);
  return statementOf(tree, resolved);
}

/**
 * Prints a tree; throws an `Error` if the text does not parse to the same tree.
 *
 * Engines run what is printed from the tree, so that a difference would mean that what was checked is not what runs.
 */
export function printChecked(tree: Query): string {
  const text = printQuery(tree);
  if (equalTrees(parseQuery(text, UNLIMITED), tree)) return text;
  throw new Error('Cannot print the statement: its text does not parse to the same tree');
}

/** The statement of a tree whose parts were all checked by `printChecked`. */
export function statementOf(tree: Query, resolved: ResolvedStatement): Statement {
  return {
    tree,
    resolved,
    columns: resolved.output.map(({ name, column }) => ({ name, type: column.type })),
  };
}
