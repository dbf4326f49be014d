import { ExpressionIndex } from '../../analysis/properties/same-expression.ts';
import { type FieldPath, fieldUse } from '../../analysis/resolved/origins.ts';
import type { ResolvedExpression, Scan } from '../../analysis/resolved/resolved.ts';
import { type Facts, optional, withRequiredField } from './facts.ts';

/** Expressions that are not NULL in some case; `never` if the case cannot be. */
export type Implied = readonly ResolvedExpression[] | 'never';

/** The side of an outer join whose columns are all NULL in rows without a match. */
interface Extension {
  readonly columns: ReadonlySet<number>;
  /** The rows with a match. */
  readonly matched: Rows;
}

/** The two sides of a FULL JOIN: each row has at least one of them. */
type Sides = readonly [left: Rows, right: Rows];

/** What a row set is made of. */
interface Parts {
  readonly own: ReadonlyMap<number, Facts>;
  readonly outer: Rows | undefined;
  readonly nonNull?: readonly ResolvedExpression[];
  readonly extensions?: readonly Extension[];
  /** Columns with the same values, by each of them. */
  readonly equals?: ReadonlyMap<number, readonly number[]>;
  readonly sides?: readonly Sides[];
}

const NONE: ReadonlyMap<number, readonly number[]> = new Map();

/** What is proven of the columns of a scan's rows, and of the rows around a subquery. */
export class Rows {
  /** Facts of expressions over these rows. */
  readonly facts = new Map<ResolvedExpression, Facts>();
  /** What their outcomes imply, by expression and outcome. */
  readonly implied = new Map<ResolvedExpression, Map<string, Implied>>();
  readonly sides: readonly Sides[];
  readonly #own: ReadonlyMap<number, Facts>;
  readonly #outer: Rows | undefined;
  readonly #nonNull: readonly ResolvedExpression[];
  readonly #extensions: readonly Extension[];
  readonly #equals: ReadonlyMap<number, readonly number[]>;
  readonly #index = new ExpressionIndex<true>();

  constructor({ own, outer, nonNull = [], extensions = [], equals = NONE, sides = [] }: Parts) {
    this.#own = own;
    this.#outer = outer;
    this.#nonNull = nonNull;
    this.#extensions = extensions;
    this.#equals = equals;
    this.sides = sides;
    for (const expression of nonNull) this.#index.add(expression, true);
  }

  /** The facts of a column; undefined if it is of no scan here. */
  of(column: number): Facts | undefined {
    return this.#own.get(column) ?? this.#outer?.of(column);
  }

  /** Whether a condition above rules out that an expression is NULL. */
  isNonNull(expression: ResolvedExpression): boolean {
    if (this.#nonNull.length > 0 && this.#index.find(expression)) return true;
    return this.#outer?.isNonNull(expression) ?? false;
  }

  /** The rows with more columns. */
  with(columns: Iterable<readonly [number, Facts]>): Rows {
    return new Rows({ ...this.#parts(), own: new Map([...this.#own, ...columns]) });
  }

  /** The rows in which expressions are not NULL. */
  where(nonNull: Implied): Rows {
    if (nonNull === 'never' || nonNull.length === 0) return this;
    const own = new Map(this.#own);
    const more: ResolvedExpression[] = [];
    for (const expression of nonNull) {
      const use = fieldUse(expression);
      if (use) this.#require(use.column.id, use.path, own);
      else more.push(expression);
    }
    return new Rows({ ...this.#parts(), own, nonNull: [...this.#nonNull, ...more] });
  }

  /** A column that is not NULL has a match, in the outermost outer join first. */
  #require(column: number, path: FieldPath, own: Map<number, Facts>): void {
    for (const { columns, matched } of this.#extensions.toReversed()) {
      if (!columns.has(column)) continue;
      for (const id of columns) {
        const before = matched.of(id);
        const now = own.get(id);
        if (before && now && !now.isRequired) own.set(id, before);
      }
    }
    for (const id of this.#equals.get(column) ?? [column]) {
      const facts = own.get(id) ?? this.of(id);
      if (facts) own.set(id, withRequiredField(facts, path));
    }
  }

  /** The rows of this scan with those of another. */
  joined(other: Rows): Rows {
    return new Rows({
      ...this.#parts(),
      own: new Map([...this.#own, ...other.#own]),
      nonNull: [...this.#nonNull, ...other.#nonNull],
      extensions: [...this.#extensions, ...other.#extensions],
      equals: new Map([...this.#equals, ...other.#equals]),
      sides: [...this.sides, ...other.sides],
    });
  }

  /** The rows of this side of an outer join where it need not have a match; `matched` are the rows where it has. */
  extended(matched: Rows): Rows {
    const own = new Map([...this.#own].map(([id, facts]) => [id, optional(facts)]));
    const extension = { columns: new Set(own.keys()), matched };
    return new Rows({
      ...{ own, outer: this.#outer, equals: this.#equals },
      extensions: [...this.#extensions, extension],
    });
  }

  /** The rows of a FULL JOIN with its sides. */
  withSides(sides: Sides): Rows {
    return new Rows({ ...this.#parts(), sides: [...this.sides, sides] });
  }

  #parts(): Parts {
    return {
      own: this.#own,
      outer: this.#outer,
      nonNull: this.#nonNull,
      extensions: this.#extensions,
      equals: this.#equals,
      sides: this.sides,
    };
  }
}

/** The proof of one statement; its parts call each other through it. */
export interface Proof {
  /** Lower-case names of the parameters that are never NULL. */
  readonly required: ReadonlySet<string>;
  /** The facts of the columns of each CTE, by its id. */
  readonly ctes: Map<number, readonly Facts[]>;
  /** What is proven of an expression over rows. */
  facts(expression: ResolvedExpression, rows: Rows): Facts;
  /** What is proven of the rows of a scan; `outer` are the rows around a subquery. */
  rows(scan: Scan, outer: Rows | undefined): Rows;
}
