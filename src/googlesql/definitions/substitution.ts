import { SqlError } from '../sql-error.ts';
import type {
  AnyNode,
  Call,
  Cte,
  DerivedTable,
  Expression,
  FromItem,
  Query,
  Select,
  TablePath,
  With,
} from '../syntax/tree/ast.ts';
import { copyNode, isExpression, mapChildren, mapOperands } from '../syntax/tree/visit.ts';
import { checkCall } from './check-call.ts';
import type { FunctionDefinition, ViewDefinition } from './definition.ts';
import { GrowthLimit } from './growth.ts';
import { placeBody } from './place-body.ts';

/** A tree without calls of defined functions and names of views. */
export interface Expanded<Tree> {
  readonly tree: Tree;
  /** The lower-case names of the tables that it reads, as far as a CTE around it could have them. */
  readonly tables: ReadonlySet<string>;
}

/** Finds definitions by the names in a tree. */
export interface Expander {
  readonly findFunction: (name: string) => FunctionDefinition | undefined;
  readonly findView: (name: string) => ViewDefinition | undefined;
  readonly expandFunction: (definition: FunctionDefinition, at: number) => Expanded<Expression>;
  readonly expandView: (definition: ViewDefinition, at: number) => Expanded<Query>;
}

/** The names that are visible at a place of a tree. */
interface Scope {
  /** The CTEs by lower-case name; of those of one name, the last hides the others. */
  readonly ctes: ReadonlyMap<string, readonly Cte[]>;
  /** The lower-case names of FROM, at which the paths of arrays begin. */
  readonly variables: ReadonlySet<string>;
}

const EMPTY: Scope = { ctes: new Map(), variables: new Set() };

/** The CTEs that hide a table from a definition that is put where they are visible, each with the definition. */
export type Captures = ReadonlyMap<Cte, FunctionDefinition | ViewDefinition>;

/** One pass over a tree, which puts definitions in the place of their names. */
export class Substitution {
  readonly #tables = new Set<string>();
  readonly #captures = new Map<Cte, FunctionDefinition | ViewDefinition>();
  readonly #expander: Expander;
  /** The new names of CTEs. */
  readonly #renamed: ReadonlyMap<Cte, string>;
  readonly #growth = new GrowthLimit();

  constructor(expander: Expander, renamed: ReadonlyMap<Cte, string> = new Map()) {
    this.#expander = expander;
    this.#renamed = renamed;
  }

  apply<Tree extends Query | Expression>(tree: Tree): Tree {
    this.#growth.start(tree);
    return this.#node(tree, EMPTY) as Tree;
  }

  /** What `Expanded` says of the tables that were read so far. */
  get tables(): ReadonlySet<string> {
    return this.#tables;
  }

  get captures(): Captures {
    return this.#captures;
  }

  #node(node: AnyNode, scope: Scope): AnyNode {
    if (!('kind' in node)) return this.#children(node, scope);
    switch (node.kind) {
      case 'query':
        return this.#query(node, scope);
      case 'select':
        return this.#children(node, { ...scope, variables: withVariables(node, scope) });
      case 'table_path':
        return this.#table(node, scope);
      case 'binary':
        return mapOperands(node, (operand) => this.#node(operand, scope) as Expression);
      case 'call':
        return this.#call(this.#children(node, scope), scope);
      default:
        return this.#children(node, scope);
    }
  }

  #children<T extends AnyNode>(node: T, scope: Scope): T {
    const map = (child: AnyNode) => this.#node(child, scope);
    return isExpression(node) || ('kind' in node && node.kind === 'query')
      ? this.#growth.inside(() => mapChildren(node, map))
      : mapChildren(node, map);
  }

  #query(query: Query, scope: Scope): Query {
    if (!query.with) return this.#children(query, scope);
    const { ctes, recursive } = query.with;
    const inner = new Map(scope.ctes);
    const add = (cte: Cte) => inner.set(keyOf(cte), [...(inner.get(keyOf(cte)) ?? []), cte]);
    if (recursive) ctes.forEach(add);
    const mapped = ctes.map((cte): Cte => {
      const own = { ...EMPTY, ctes: new Map(inner) };
      if (!recursive) add(cte);
      const name = this.#renamed.get(cte);
      return {
        ...cte,
        name: name === undefined ? cte.name : { ...cte.name, name },
        query: this.#node(cte.query, own) as Query,
      };
    });
    const body = this.#children({ ...query, with: undefined }, { ...scope, ctes: inner });
    return { ...body, with: { ...query.with, ctes: mapped } satisfies With };
  }

  #table(table: TablePath, scope: Scope): FromItem {
    const { path, at } = table;
    const [first, ...more] = path;
    const key = first?.name.toLowerCase() ?? '';
    const cte = more.length === 0 ? scope.ctes.get(key)?.at(-1) : undefined;
    if (cte) return this.#cte(table, cte);
    if (more.length > 0 && scope.variables.has(key)) return table;
    const view = this.#expander.findView(path.map(({ name }) => name).join('.'));
    if (!view) {
      if (more.length === 0) this.#tables.add(key);
      return table;
    }
    if (table.withOffset) {
      throw new SqlError('WITH OFFSET can only be used with array scans', at);
    }
    const { tree, tables } = this.#expander.expandView(view, at);
    this.#watch(view, tables, scope);
    const query = copyNode(tree, at);
    this.#growth.replace(table, query, view);
    const alias = table.alias ?? { at, name: path.at(-1)?.name ?? '' };
    return { kind: 'derived_table', at, query, alias } satisfies DerivedTable;
  }

  #cte(table: TablePath, cte: Cte): TablePath {
    const name = this.#renamed.get(cte);
    const [first] = table.path;
    if (name === undefined || !first) return table;
    return { ...table, path: [{ ...first, name }], alias: table.alias ?? first };
  }

  #call(call: Call, scope: Scope): Expression {
    const [first, ...more] = call.path.map(({ name }) => name);
    const isSafe = more.length > 0 && first?.toUpperCase() === 'SAFE';
    const name = isSafe ? more.join('.') : [first, ...more].join('.');
    const definition = this.#expander.findFunction(name);
    if (!definition) return call;
    checkCall(call, definition, isSafe);
    const { tree, tables } = this.#expander.expandFunction(definition, call.at);
    this.#watch(definition, tables, scope);
    const placed = placeBody(definition, tree, call);
    this.#growth.replace(call, placed, definition);
    return placed;
  }

  /** Records the CTEs that would hide the tables of a definition. */
  #watch(by: FunctionDefinition | ViewDefinition, tables: Iterable<string>, scope: Scope): void {
    for (const table of tables) {
      for (const cte of scope.ctes.get(table) ?? []) this.#captures.set(cte, by);
      this.#tables.add(table);
    }
  }
}

function keyOf({ name }: Cte): string {
  return name.name.toLowerCase();
}

/** The names of FROM that are visible inside a SELECT. */
function withVariables({ from }: Select, { variables }: Scope): ReadonlySet<string> {
  const names = new Set(variables);
  const pending = from ? [from] : [];
  for (let item = pending.pop(); item; item = pending.pop()) {
    if (item.kind === 'join') pending.push(item.left, item.right);
    else if (item.alias) names.add(item.alias.name.toLowerCase());
    else if (item.kind === 'table_path') names.add(item.path.at(-1)?.name.toLowerCase() ?? '');
    else if ('input' in item) pending.push(item.input);
  }
  return names;
}
