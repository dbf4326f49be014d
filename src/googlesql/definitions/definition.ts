import type { ErrorSource } from '../sql-error.ts';
import type { Expression, Identifier, Node, Query, TypeName } from '../syntax/tree/ast.ts';

/** An argument of a function; one of ANY TYPE has no type. */
export interface FunctionArgument extends Node {
  readonly name: Identifier;
  readonly type: TypeName | undefined;
}

/** A function as `CREATE FUNCTION` defines it. */
export interface FunctionDefinition extends Node {
  readonly kind: 'function';
  /** Dotted, as written. Without regard to case. */
  readonly name: string;
  readonly arguments: readonly FunctionArgument[];
  readonly returns: TypeName | undefined;
  readonly body: Expression;
  readonly description: string | undefined;
  /** The text that offsets are in; undefined if that is the text of the statement that calls it. */
  readonly text: string | undefined;
}

/** A view: a query without parameters that statements read like a table. */
export interface ViewDefinition {
  readonly kind: 'view';
  /** As SQL names it, with dots; in that case. */
  readonly name: string;
  readonly query: Query;
  readonly text: string;
}

/** What statements may read and call besides tables and GoogleSQL's functions. */
export interface Definitions {
  readonly functions: readonly FunctionDefinition[];
  readonly views: readonly ViewDefinition[];
}

/** Where errors in a definition's text are; undefined if that is the statement's own. */
export function sourceOf({
  kind,
  name,
  text,
}: FunctionDefinition | ViewDefinition): ErrorSource | undefined {
  return text === undefined ? undefined : { kind, name, text };
}
