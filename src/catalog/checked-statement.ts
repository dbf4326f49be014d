import {
  equalTrees,
  parseQuery,
  printQuery,
  type Query,
  type ResolvedStatement,
  type Statement,
} from '../googlesql/index.ts';

/** Printing may add parentheses and repeats the stored CTEs: the limits are for what callers write. */
const UNLIMITED = {
  maxBytes: Number.POSITIVE_INFINITY,
  maxTokens: Number.POSITIVE_INFINITY,
  maxNodes: Number.POSITIVE_INFINITY,
  maxDepth: 1_000,
};

/** The statement of a tree that was analysed. */
export function checkedStatement(tree: Query, resolved: ResolvedStatement): Statement {
  printChecked(tree);
  return statementOf(tree, resolved);
}

/**
 * The text of a tree.
 *
 * What an engine runs is printed from the tree, so the tree must survive printing: if the text that will be sent
 * parsed to anything else, what was checked would not be what runs.
 */
export function printChecked(tree: Query): string {
  const text = printQuery(tree);
  if (equalTrees(parseQuery(text, UNLIMITED), tree)) return text;
  throw new Error('Cannot print the statement: its text does not parse to the same tree');
}

/** The statement of a tree whose parts were all printed and checked. */
export function statementOf(tree: Query, resolved: ResolvedStatement): Statement {
  return {
    tree,
    resolved,
    columns: resolved.output.map(({ name, column }) => ({ name, type: column.type })),
  };
}
