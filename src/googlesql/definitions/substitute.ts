import { excerpt } from '../excerpt.ts';
import { SqlError } from '../sql-error.ts';
import type { Cte, Expression, Query } from '../syntax/tree/ast.ts';
import { writtenNames } from '../syntax/tree/visit.ts';
import {
  type Definitions,
  type FunctionDefinition,
  sourceOf,
  type ViewDefinition,
} from './definition.ts';
import { inSource } from './in-source.ts';
import { type Captures, type Expanded, type Expander, Substitution } from './substitution.ts';

interface SubstituteOptions extends Definitions {
  /** Functions for this query alone, which hide others of their names: `CREATE TEMP FUNCTION`. */
  readonly own?: readonly FunctionDefinition[];
  /** Whether the names of the query's outermost CTEs must stay, because others read them by name. */
  readonly publicCtes?: boolean;
}

/**
 * The query with every call of a defined function replaced by the function's body, and every name of a view by the
 * view's query as a derived table. What a definition puts into the query is at the place of its name there.
 *
 * A CTE hides a view of its name. A definition reads the tables that it names, not the query's CTEs: such a CTE gets
 * another name. Throws an `SqlError`, whose source is the definition that the mistake is in.
 */
export function substitute(query: Query, options: SubstituteOptions): Query {
  const expansion = new Expansion(options);
  const outermost = options.publicCtes ? (query.with?.ctes ?? []) : [];
  return expandTree(query, expansion.for(options.own ?? []), new Set(outermost)).tree;
}

/** Replaces the names of definitions in a tree. */
export function expandTree<Tree extends Query | Expression>(
  tree: Tree,
  expander: Expander,
  publicCtes: ReadonlySet<Cte> = new Set(),
): Expanded<Tree> {
  const first = new Substitution(expander);
  const expanded = first.apply(tree);
  const { captures, tables } = first;
  if (captures.size === 0) return { tree: expanded, tables };
  const renamed = newNames(captures, publicCtes, tree, tables);
  return { tree: new Substitution(expander, renamed).apply(tree), tables };
}

/** Other names for the CTEs that hide tables of definitions: `orders_1`. */
function newNames(
  captures: Captures,
  publicCtes: ReadonlySet<Cte>,
  tree: Query | Expression,
  tables: ReadonlySet<string>,
): ReadonlyMap<Cte, string> {
  const taken = new Set([...tables, ...writtenNames(tree).map((name) => name.toLowerCase())]);
  return new Map(
    [...captures].map(([cte, by]) => {
      const { name, at } = cte.name;
      if (publicCtes.has(cte)) {
        throw new SqlError(
          `CTE ${excerpt(name)} hides the table that the ${by.kind} ${excerpt(by.name)} reads: give the CTE another name`,
          at,
        );
      }
      let number = 1;
      while (taken.has(`${name}_${number}`.toLowerCase())) number += 1;
      taken.add(`${name}_${number}`.toLowerCase());
      return [cte, `${name}_${number}`];
    }),
  );
}

/** The most definitions that wait for another one. */
const MAX_OPEN = 100;

/** Definitions, each with what it reads put in once. */
export class Expansion {
  readonly #functions: ReadonlyMap<string, FunctionDefinition>;
  readonly #views: ReadonlyMap<string, ViewDefinition>;
  readonly #expanded = new Map<
    FunctionDefinition | ViewDefinition,
    Expanded<Expression> | Expanded<Query>
  >();
  readonly #open: (FunctionDefinition | ViewDefinition)[] = [];

  constructor({ functions, views }: Definitions) {
    this.#functions = byName(functions);
    this.#views = new Map(views.map((view) => [view.name, view]));
  }

  /** Finds these definitions, and functions that hide others of their names. */
  for(own: readonly FunctionDefinition[]): Expander {
    const hiding = byName(own);
    const shared = own.length > 0 ? this.for([]) : undefined;
    const expander: Expander = {
      findFunction: (name) => {
        const key = name.toLowerCase();
        return hiding.get(key) ?? this.#functions.get(key);
      },
      findView: (name) => this.#views.get(name),
      expandFunction: (definition, at) => {
        const inner = hiding.get(definition.name.toLowerCase()) === definition ? expander : shared;
        return this.#expand(definition, definition.body, inner ?? expander, at);
      },
      expandView: (view, at) => this.#expand(view, view.query, shared ?? expander, at),
    };
    return expander;
  }

  #expand<Tree extends Query | Expression>(
    definition: FunctionDefinition | ViewDefinition,
    tree: Tree,
    expander: Expander,
    at: number,
  ): Expanded<Tree> {
    const existing = this.#expanded.get(definition);
    if (existing) return existing as Expanded<Tree>;
    this.#refuseCycle(definition, at);
    this.#open.push(definition);
    try {
      const expanded = inSource(sourceOf(definition), () => expandTree(tree, expander));
      this.#expanded.set(definition, expanded as Expanded<Expression> | Expanded<Query>);
      return expanded;
    } finally {
      this.#open.pop();
    }
  }

  #refuseCycle(definition: FunctionDefinition | ViewDefinition, at: number): void {
    const start = this.#open.indexOf(definition);
    if (start >= 0) {
      const names = [...this.#open.slice(start), definition].map(({ name }) => excerpt(name));
      const kind = definition.kind === 'view' ? 'View' : 'Function';
      throw new SqlError(
        `${kind} ${excerpt(definition.name)} depends on itself: ${excerpt(names.join(' => '))}`,
        at,
      );
    }
    if (this.#open.length < MAX_OPEN) return;
    throw new SqlError('Views and functions refer to each other too deeply', at);
  }
}

function byName(functions: readonly FunctionDefinition[]): ReadonlyMap<string, FunctionDefinition> {
  return new Map(functions.map((definition) => [definition.name.toLowerCase(), definition]));
}
