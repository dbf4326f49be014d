import { excerpt } from '../../excerpt.ts';
import { SqlError } from '../../sql-error.ts';
import type { Column, ResolvedExpression, Scan } from '../resolved/resolved.ts';

/** What a name refers to. */
export type Target =
  | { readonly kind: 'column'; readonly column: Column }
  | { readonly kind: 'range'; readonly variable: RangeVariable }
  /** A field of a value table's row, referenced without the row. */
  | { readonly kind: 'field'; readonly column: Column; readonly index: number }
  | { readonly kind: 'alias'; readonly alias: SelectAlias }
  | { readonly kind: 'ambiguous' }
  /** A name that must not be used where it is visible. */
  | { readonly kind: 'refused'; readonly why: string };

/** A table alias. */
export interface RangeVariable {
  readonly name: string;
  readonly names: NameList;
  readonly at: number;
  /** Whether the alias refers to the elements of an array. */
  readonly isArray?: boolean;
}

/** A column of the SELECT list, as later clauses refer to it by its alias. */
export interface SelectAlias {
  readonly name: string;
  /** The item's expression over the columns of FROM; one object shared by all references. */
  readonly expression: ResolvedExpression;
  readonly hasAggregate: boolean;
  readonly hasWindow: boolean;
}

/** A column as `*` lists it; a value table's row is one column whose fields are listed. */
export interface NamedColumn {
  readonly name: string;
  readonly column: Column;
  readonly isRow: boolean;
  readonly excluded: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The columns and table aliases of a FROM clause or a part of it. */
export class NameList {
  readonly columns: NamedColumn[] = [];
  readonly targets = new Map<string, { readonly spelling: string; readonly target: Target }>();
  readonly #rows: NamedColumn[] = [];
  readonly #pseudo: { readonly name: string; readonly column: Column }[] = [];

  /** The row, if the list consists of only the row of a value table. */
  get row(): Column | undefined {
    const [only] = this.columns;
    return this.columns.length === 1 && only?.isRow ? only.column : undefined;
  }

  /** The columns of `*`, and pseudo-columns. */
  get named(): readonly { readonly column: Column }[] {
    return [...this.columns, ...this.#pseudo];
  }

  addColumn(name: string, column: Column): void {
    this.columns.push({ name, column, isRow: false, excluded: NOTHING });
    if (name !== '') this.#addTarget(name, column);
  }

  /** Adds a column that can be named, but is part of no `*` and of no whole row. */
  addPseudo(name: string, column: Column): void {
    this.#pseudo.push({ name, column });
    this.#addTarget(name, column);
  }

  isPseudo(column: Column): boolean {
    return this.#pseudo.some((pseudo) => pseudo.column === column);
  }

  #addTarget(name: string, column: Column): void {
    const key = name.toLowerCase();
    const existing = this.targets.get(key)?.target;
    // A table alias hides columns of the same name.
    if (existing?.kind === 'range') return;
    const target: Target = existing ? { kind: 'ambiguous' } : { kind: 'column', column };
    this.targets.set(key, { spelling: name, target });
  }

  /** Adds the row of a value table; its fields, except the excluded ones, can be referenced without it. */
  addRow(name: string, column: Column, excluded: ReadonlySet<string> = NOTHING): void {
    const row = { name, column, isRow: true, excluded };
    this.columns.push(row);
    this.#rows.push(row);
  }

  addRange(variable: RangeVariable): void {
    const key = variable.name.toLowerCase();
    if (this.targets.get(key)?.target.kind === 'range') {
      const { name, at, isArray } = variable;
      throw new SqlError(
        isArray
          ? `Duplicate alias ${excerpt(name)} found`
          : `Duplicate table alias ${excerpt(name)} in the same FROM clause`,
        at,
      );
    }
    this.targets.set(key, { spelling: variable.name, target: { kind: 'range', variable } });
  }

  /** Adds another list's columns, except the excluded names, and its table aliases. */
  merge(other: NameList, excluded: ReadonlySet<string> = NOTHING): void {
    for (const { name, column, isRow, excluded: inherited } of other.columns) {
      const isMerged = excluded.has(name.toLowerCase()) && column.type.kind !== 'STRUCT';
      if (isRow && !isMerged) this.addRow(name, column, union(inherited, excluded));
      else if (!isRow && !excluded.has(name.toLowerCase())) this.addColumn(name, column);
    }
    for (const { name, column } of other.#pseudo) this.addPseudo(name, column);
    for (const [key, { target }] of other.targets) {
      if (target.kind !== 'range') continue;
      // Elements or offsets of an array merged by USING are accessible only as the merged column.
      if (!(target.variable.isArray && excluded.has(key))) this.addRange(target.variable);
    }
  }

  /** The table aliases, but those of the excluded names. */
  addRanges(other: NameList, excluded: ReadonlySet<string>): void {
    for (const [key, { target }] of other.targets) {
      if (target.kind === 'range' && !excluded.has(key)) this.addRange(target.variable);
    }
  }

  /** The same names for other columns; a column that has no other is gone. */
  moved(columns: ReadonlyMap<Column, Column>): NameList {
    const list = new NameList();
    for (const { name, column: before, isRow, excluded } of this.columns) {
      const column = columns.get(before);
      if (!column) continue;
      if (isRow) list.addRow(name, column, excluded);
      else list.addColumn(name, column);
    }
    for (const { target } of this.targets.values()) {
      if (target.kind !== 'range') continue;
      list.addRange({ ...target.variable, names: target.variable.names.moved(columns) });
    }
    return list;
  }

  /** What `name` (lower case) refers to in this list alone. */
  lookup(name: string): Target | undefined {
    const named = this.targets.get(name)?.target;
    if (named !== undefined && named.kind !== 'column') return named;
    const field = this.#field(name);
    return field && named ? { kind: 'ambiguous' } : (named ?? field);
  }

  visibleNames(): string[] {
    return [...this.targets.values()].map(({ spelling }) => spelling);
  }

  #field(name: string): Target | undefined {
    let target: Target | undefined;
    for (const { column, excluded } of this.#rows) {
      if (column.type.kind !== 'STRUCT' || excluded.has(name)) continue;
      column.type.fields.forEach((field, index) => {
        if (field.name.toLowerCase() !== name) return;
        target = target ? { kind: 'ambiguous' } : { kind: 'field', column, index };
      });
    }
    return target;
  }
}

function union(left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> {
  if (left.size === 0) return right;
  return right.size === 0 ? left : left.union(right);
}

/** The names visible to an expression: those of its own query, then those of the queries around it. */
export class Scope {
  readonly #names: NameList;
  readonly #aliases: ReadonlyMap<string, Target>;
  readonly #outer: Scope | undefined;

  constructor(
    names: NameList,
    outer: Scope | undefined,
    aliases: ReadonlyMap<string, Target> = new Map(),
  ) {
    this.#names = names;
    this.#outer = outer;
    this.#aliases = aliases;
  }

  /** The same scope with SELECT list aliases that hide the names of FROM. */
  withAliases(aliases: ReadonlyMap<string, Target>): Scope {
    return new Scope(this.#names, this.#outer, aliases);
  }

  lookup(name: string): Target | undefined {
    const key = name.toLowerCase();
    return this.#aliases.get(key) ?? this.#names.lookup(key) ?? this.#outer?.lookup(name);
  }

  /** Candidates for a mistyped name: the names of the query itself. */
  visibleNames(): string[] {
    const aliases = [...this.#aliases.values()].flatMap((target) =>
      target.kind === 'alias' ? [target.alias.name] : [],
    );
    return [...aliases, ...this.#names.visibleNames()];
  }
}

/** Rows and the names in them. */
export interface ResolvedFrom {
  readonly scan: Scan;
  readonly names: NameList;
}

/** The names of a table under an alias; an empty alias means none. */
export function namesUnder(
  output: readonly { readonly name: string; readonly column: Column }[],
  isValueTable: boolean,
  alias: string,
  at: number,
): NameList {
  const names = new NameList();
  const [row] = output;
  if (isValueTable && row) names.addRow(alias, row.column);
  else for (const { name, column } of output) names.addColumn(name, column);
  return underAlias(names, alias, at);
}

/** The names, and an alias of them all; an empty one means none. */
export function underAlias(names: NameList, alias: string, at: number): NameList {
  if (alias === '') return names;
  const whole = new NameList();
  whole.merge(names);
  whole.addRange({ name: alias, names, at });
  return whole;
}
