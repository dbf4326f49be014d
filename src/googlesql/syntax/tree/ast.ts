/**
 * The syntax tree of one GoogleSQL query.
 *
 * Every node has `at`, its offset in the source text; trees are equal if they are equal without `at`. The tree
 * represents meaning, not spelling: only parentheses that form a query are kept, keywords and literals are canonical,
 * identifiers are decoded and keep their case.
 *
 * `at` is the position that messages report: the first character, except for the operator of IN, BETWEEN and LIKE with
 * ANY or ALL, the bracket of a subscript and the name of a field.
 */

import type { ScalarKind } from '../../types.ts';

/** The properties of every node. */
export interface Node {
  /** Offset in the source text, in UTF-16 code units. */
  readonly at: number;
}

/** A decoded identifier. */
export interface Identifier extends Node {
  readonly name: string;
}

/** A whole query: `WITH … body ORDER BY … LIMIT … OFFSET …`. */
export interface Query extends Node {
  readonly kind: 'query';
  readonly with: With | undefined;
  readonly body: QueryBody;
  readonly orderBy: readonly OrderItem[];
  readonly limit: Expression | undefined;
  readonly offset: Expression | undefined;
}

export interface With extends Node {
  readonly recursive: boolean;
  readonly ctes: readonly Cte[];
}

export interface Cte extends Node {
  readonly name: Identifier;
  readonly query: Query;
}

/** A query without its ORDER BY and LIMIT; a nested `Query` is one in parentheses. */
export type QueryBody = Select | SetOperation | Query;

/** `inputs` has two or more members: chains of the same operator are flat, as in the reference. */
export interface SetOperation extends Node {
  readonly kind: 'set_operation';
  readonly operator: 'UNION' | 'INTERSECT' | 'EXCEPT';
  readonly quantifier: 'ALL' | 'DISTINCT';
  /** How columns are matched by name; undefined if they are matched by position. */
  readonly match?: ColumnMatch;
  readonly inputs: readonly QueryBody[];
}

/**
 * CORRESPONDING and BY NAME: INNER keeps the columns that every input has, LEFT those of the first, FULL all, and
 * STRICT requires every input to have the same. `by` lists the columns to keep, in order.
 */
export interface ColumnMatch {
  readonly mode: 'INNER' | 'LEFT' | 'FULL' | 'STRICT';
  readonly by: readonly Identifier[] | undefined;
}

export interface Select extends Node {
  readonly kind: 'select';
  readonly distinct: boolean;
  readonly as: 'STRUCT' | 'VALUE' | undefined;
  readonly items: readonly SelectItem[];
  readonly from: FromItem | undefined;
  readonly where: Expression | undefined;
  readonly groupBy: GroupBy | undefined;
  readonly having: Expression | undefined;
  readonly qualify: Expression | undefined;
  readonly windows: readonly NamedWindow[];
  /**
   * Set where pipe syntax makes a SELECT for its WHERE alone, by what stands there without one: the query of its FROM, or
   * the item of its FROM in place of the derived table. It is spelling, and no part of the meaning.
   */
  readonly filterOf?: 'query' | 'item' | undefined;
  /**
   * The pipe operator or WITH expression that it is, for what only that refuses; FROM is any other that passes on its rows. It is spelling,
   * too.
   */
  readonly pipe?:
    | 'FROM'
    | 'SELECT'
    | 'EXTEND'
    | 'SET'
    | 'AGGREGATE'
    | 'WITH expression'
    | undefined;
}

export type SelectItem = SelectExpression | SelectStar;

export interface SelectExpression extends Aliased {
  readonly kind: 'select_expression';
}

/** `*` (no `of`) or `of.*`, with EXCEPT and REPLACE; only the pipe operator RENAME gives other names. */
export interface SelectStar extends Node {
  readonly kind: 'select_star';
  /** Set for the columns that a pipe operator passes on: a row of a value table is one of them. */
  readonly rows?: true | undefined;
  readonly of: Expression | undefined;
  readonly except: readonly Identifier[];
  readonly replace: readonly { readonly expression: Expression; readonly alias: Identifier }[];
  readonly rename?: readonly { readonly from: Identifier; readonly to: Identifier }[];
}

export type GroupBy =
  | (Node & { readonly kind: 'group_by'; readonly items: readonly Expression[] })
  | (Node & { readonly kind: 'group_by_sets'; readonly sets: GroupingSets })
  | (Node & { readonly kind: 'group_by_all' });

/** `ROLLUP (…)`, `CUBE (…)` or `GROUPING SETS (…)`, of which only the last contains another. */
export interface GroupingSets extends Node {
  readonly form: 'ROLLUP' | 'CUBE' | 'GROUPING SETS';
  readonly elements: readonly (GroupingSet | GroupingSets)[];
}

/** Expressions that are grouped by together: `a`, `(a, b)` or `()`. */
export interface GroupingSet extends Node {
  readonly form: undefined;
  readonly items: readonly Expression[];
}

export interface NamedWindow extends Node {
  readonly name: Identifier;
  readonly window: WindowSpecification;
}

export interface OrderItem extends Node {
  readonly expression: Expression;
  readonly descending: boolean;
  readonly nulls: 'FIRST' | 'LAST' | undefined;
}

/** A node with an optional `AS alias`. */
interface Named extends Node {
  readonly alias: Identifier | undefined;
}

/** A FROM clause; a comma is a CROSS join. */
export type FromItem = TablePath | UnnestItem | DerivedTable | Join | TableOperator;

/** What makes other rows of an item of FROM. */
export type TableOperator = Pivot | Unpivot | MatchRecognize;

/** A table, CTE or array path; a backquoted name with dots is one identifier. */
export interface TablePath extends Named {
  readonly kind: 'table_path';
  readonly path: readonly Identifier[];
  /** `WITH OFFSET [AS alias]`: only on array paths. */
  readonly withOffset: WithOffset | undefined;
}

export interface UnnestItem extends Named {
  readonly kind: 'unnest';
  readonly expression: Expression;
  readonly withOffset: WithOffset | undefined;
}

/** `WITH OFFSET [AS alias]`. */
export type WithOffset = Named;

export interface DerivedTable extends Named {
  readonly kind: 'derived_table';
  readonly query: Query;
  /** Set for pipe operators, if the names are those of the query's tables, and not the alias. */
  readonly keepsNames?: boolean | undefined;
}

export interface Join extends Node {
  readonly kind: 'join';
  readonly type: 'COMMA' | 'CROSS' | 'INNER' | 'LEFT' | 'RIGHT' | 'FULL';
  readonly left: FromItem;
  readonly right: FromItem;
  readonly condition:
    | { readonly kind: 'on'; readonly expression: Expression }
    | { readonly kind: 'using'; readonly columns: readonly Identifier[] }
    | undefined;
}

/** `input PIVOT (aggregates FOR operand IN (values))`. */
export interface Pivot extends Named {
  readonly kind: 'pivot';
  readonly input: FromItem;
  readonly aggregates: readonly Aliased[];
  readonly operand: Expression;
  readonly values: readonly Aliased[];
}

/** An expression with the name that it gives to columns: of a SELECT list or of PIVOT. */
export interface Aliased extends Named {
  readonly expression: Expression;
}

/** `input UNPIVOT (values FOR name IN (groups))`. */
export interface Unpivot extends Named {
  readonly kind: 'unpivot';
  readonly input: FromItem;
  readonly includesNulls: boolean;
  readonly values: readonly Identifier[];
  readonly name: Identifier;
  readonly groups: readonly UnpivotGroup[];
}

/** The columns that become one row; the label is what stands in its column of names. */
export interface UnpivotGroup extends Node {
  readonly columns: readonly Path[];
  readonly label: Literal | undefined;
}

/** `input MATCH_RECOGNIZE (…)`. */
export interface MatchRecognize extends Named {
  readonly kind: 'match_recognize';
  readonly input: FromItem;
  readonly partitionBy: readonly Expression[];
  readonly orderBy: readonly OrderItem[];
  readonly measures: readonly NamedExpression[];
  readonly skip: 'PAST LAST ROW' | 'TO NEXT ROW';
  readonly pattern: RowPattern;
  /** The conditions of the pattern's symbols. */
  readonly definitions: readonly NamedExpression[];
  /** The option use_longest_match. */
  readonly longest: Expression | undefined;
}

/** An expression with a name that it must have. */
export interface NamedExpression extends Aliased {
  readonly alias: Identifier;
}

/** Patterns without parts are those of no rows. */
export type RowPattern = Node &
  (
    | { readonly kind: 'symbol'; readonly name: string }
    | { readonly kind: 'anchor'; readonly place: '^' | '$' }
    | {
        readonly kind: 'concatenation' | 'alternation';
        readonly parts: readonly RowPattern[];
      }
    | {
        readonly kind: 'quantified';
        readonly part: RowPattern;
        /** Integers or parameters; without `most`, there is no bound. */
        readonly least: Expression;
        readonly most: Expression | undefined;
        readonly isReluctant: boolean;
      }
  );

type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';
type BitOperator = '|' | '^' | '&' | '<<' | '>>';

export type BinaryOperator =
  | ('OR' | 'AND' | '+' | '-' | '*' | '/' | '||')
  | ComparisonOperator
  | BitOperator;

export type Expression =
  | Literal
  | IntervalLiteral
  | Parameter
  | Path
  | FieldAccess
  | Subscript
  | Unary
  | Binary
  | Is
  | DistinctFrom
  | Between
  | Like
  | In
  | Case
  | Cast
  | Extract
  | Call
  | ArrayConstructor
  | StructConstructor
  | Subquery;

/** What an expression is: a literal, a path, a call, … */
export type ExpressionKind = Expression['kind'];

/**
 * A literal by type, with its value decoded: STRING as text, BYTES as latin-1 text, numbers as canonical decimal text
 * (hexadecimal kept as lower-case `0x…`), typed literals (`DATE '…'`) as the text inside their quotes.
 */
export interface Literal extends Node {
  readonly kind: 'literal';
  readonly type: 'NULL' | Exclude<ScalarKind, 'INTERVAL'>;
  /** Empty for NULL, `true`/`false` for BOOL. */
  readonly value: string;
}

/** `INTERVAL value part [TO part]`. */
export interface IntervalLiteral extends Node {
  readonly kind: 'interval';
  readonly value: Expression;
  readonly from: string;
  readonly to: string | undefined;
}

/** `@name`. Positional parameters and `@@variables` are refused by the parser. */
export interface Parameter extends Node {
  readonly kind: 'parameter';
  readonly name: string;
}

/** An unresolved dotted name: a column, range variable or field chain. */
export interface Path extends Node {
  readonly kind: 'path';
  readonly names: readonly Identifier[];
}

/** `base.field` where `base` is not itself a path. */
export interface FieldAccess extends Node {
  readonly kind: 'field';
  readonly base: Expression;
  readonly field: Identifier;
}

/** `base[index]`, or with a wrapper: `OFFSET`, `ORDINAL`, `SAFE_OFFSET`, `SAFE_ORDINAL`. */
export interface Subscript extends Node {
  readonly kind: 'subscript';
  readonly base: Expression;
  readonly wrapper: 'OFFSET' | 'ORDINAL' | 'SAFE_OFFSET' | 'SAFE_ORDINAL' | undefined;
  readonly index: Expression;
}

export interface Unary extends Node {
  readonly kind: 'unary';
  readonly operator: 'NOT' | '-' | '+' | '~';
  readonly operand: Expression;
}

/** AND and OR chains are left-deep; `<>` is `!=`. */
export interface Binary extends Node {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `operand IS [NOT] NULL | TRUE | FALSE | UNKNOWN`. */
export interface Is extends Node {
  readonly kind: 'is';
  readonly operand: Expression;
  readonly negated: boolean;
  readonly what: 'NULL' | 'TRUE' | 'FALSE' | 'UNKNOWN';
}

/** `left IS [NOT] DISTINCT FROM right`. */
export interface DistinctFrom extends Node {
  readonly kind: 'distinct_from';
  readonly negated: boolean;
  readonly left: Expression;
  readonly right: Expression;
}

export interface Between extends Node {
  readonly kind: 'between';
  readonly negated: boolean;
  readonly operand: Expression;
  readonly low: Expression;
  readonly high: Expression;
}

/**
 * `operand [NOT] LIKE pattern`, or with a quantifier `LIKE ANY|SOME|ALL (patterns)` or `… UNNEST(array)`; a subquery of
 * patterns is the array of its rows.
 */
export interface Like extends Node {
  readonly kind: 'like';
  readonly negated: boolean;
  readonly operand: Expression;
  readonly quantifier: 'ANY' | 'ALL' | undefined;
  readonly patterns: readonly Expression[];
  readonly array?: Expression;
}

export interface In extends Node {
  readonly kind: 'in';
  readonly negated: boolean;
  readonly operand: Expression;
  readonly in:
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | { readonly kind: 'subquery'; readonly query: Query }
    | { readonly kind: 'unnest'; readonly expression: Expression };
}

export interface Case extends Node {
  readonly kind: 'case';
  readonly operand: Expression | undefined;
  readonly branches: readonly { readonly when: Expression; readonly then: Expression }[];
  readonly else: Expression | undefined;
}

export interface Cast extends Node {
  readonly kind: 'cast';
  readonly safe: boolean;
  readonly expression: Expression;
  readonly type: TypeName;
  readonly format: Expression | undefined;
  readonly timeZone: Expression | undefined;
}

/** `EXTRACT(part FROM expression [AT TIME ZONE zone])`; part is upper case, `WEEK(MONDAY)` in one word. */
export interface Extract extends Node {
  readonly kind: 'extract';
  readonly part: string;
  readonly expression: Expression;
  readonly timeZone: Expression | undefined;
}

/**
 * A function call: scalar, aggregate or analytic. `path` is the name as written (`NET.HOST`, `SAFE.SUBSTR`). `COUNT(*)`
 * has `star`. Date part arguments (`DAY`, `WEEK(MONDAY)`) are represented as paths or calls.
 */
export interface Call extends Node {
  readonly kind: 'call';
  readonly path: readonly Identifier[];
  /** False for IF, LEFT, CURRENT_DATE and the like without parentheses, where GoogleSQL allows it. */
  readonly parenthesized: boolean;
  readonly star: boolean;
  readonly distinct: boolean;
  readonly arguments: readonly Argument[];
  readonly nulls: 'IGNORE' | 'RESPECT' | undefined;
  readonly having:
    | { readonly at: number; readonly which: 'MAX' | 'MIN'; readonly expression: Expression }
    | undefined;
  readonly orderBy: readonly OrderItem[];
  readonly limit: Expression | undefined;
  /** The rows that it aggregates, in a measure of MATCH_RECOGNIZE; it has no text. */
  readonly filter?: Expression | undefined;
  readonly over: WindowName | WindowSpecification | undefined;
}

/** One argument, with its name in `name => value`; `INTERVAL 1 DAY` is an expression. */
export interface Argument extends Node {
  readonly name: Identifier | undefined;
  readonly value: Expression;
}

export interface WindowName extends Node {
  readonly kind: 'window_name';
  readonly name: Identifier;
}

export interface WindowSpecification extends Node {
  readonly kind: 'window';
  readonly base: Identifier | undefined;
  readonly partitionBy: readonly Expression[];
  readonly orderBy: readonly OrderItem[];
  readonly frame: WindowFrame | undefined;
}

/** A window frame; `end` defaults to CURRENT ROW. */
export interface WindowFrame extends Node {
  readonly unit: 'ROWS' | 'RANGE';
  readonly start: FrameBound;
  readonly end: FrameBound | undefined;
}

export interface FrameBound extends Node {
  readonly kind:
    | 'UNBOUNDED PRECEDING'
    | 'PRECEDING'
    | 'CURRENT ROW'
    | 'FOLLOWING'
    | 'UNBOUNDED FOLLOWING';
  readonly offset: Expression | undefined;
}

/** `[…]`, `ARRAY[…]` or `ARRAY<T>[…]`. */
export interface ArrayConstructor extends Node {
  readonly kind: 'array';
  readonly element: TypeName | undefined;
  readonly items: readonly Expression[];
}

/** `STRUCT(…)`, `STRUCT<…>(…)`; a parenthesised list `(a, b)` is one with `tuple`. */
export interface StructConstructor extends Node {
  readonly kind: 'struct';
  readonly tuple: boolean;
  readonly type: TypeName | undefined;
  readonly fields: readonly Omit<Aliased, 'at'>[];
}

/** `(query)`, `ARRAY(query)` or `EXISTS(query)`. */
export interface Subquery extends Node {
  readonly kind: 'subquery';
  readonly modifier: 'ARRAY' | 'EXISTS' | undefined;
  readonly query: Query;
}

/** A type as written, with upper-case canonical scalar names (INTEGER is INT64; FLOAT is refused, as in GoogleSQL). */
export type TypeName = Node &
  (
    | { readonly kind: 'scalar'; readonly name: string; readonly parameters: readonly string[] }
    | { readonly kind: 'array_type'; readonly element: TypeName }
    | { readonly kind: 'struct_type'; readonly fields: readonly StructTypeField[] }
  );

/** A field of a struct type as written. */
export interface StructTypeField {
  readonly name: Identifier | undefined;
  readonly type: TypeName;
}

/** Any node of a tree. */
export type AnyNode =
  | Query
  | With
  | Cte
  | SetOperation
  | Select
  | SelectItem
  | GroupBy
  | GroupingSet
  | GroupingSets
  | NamedWindow
  | OrderItem
  | FromItem
  | WithOffset
  | Identifier
  | Expression
  | Argument
  | WindowName
  | WindowSpecification
  | WindowFrame
  | FrameBound
  | TypeName
  | Aliased
  | UnpivotGroup
  | RowPattern;
