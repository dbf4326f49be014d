/** Random statements with parameters, in every place that folding evaluates and in every one that it leaves alone. */
import { Random } from './random.ts';

/** The rows of the tables that the statements are about, all with the columns `k`, `w`, `s`, `f` and `d`. */
export const FOLDING_TABLES: Readonly<Record<'t' | 'u', string>> = {
  t:
    "SELECT 1 AS k, 0 AS w, 'a' AS s, 1.5 AS f, DATE '2026-01-01' AS d " +
    "UNION ALL SELECT 2, 1, 'ab', CAST('nan' AS FLOAT64), DATE '2026-01-02' UNION ALL SELECT NULL, 2, 'a', 0.0, NULL " +
    "UNION ALL SELECT 2, NULL, NULL, NULL, DATE '2026-01-02' UNION ALL SELECT 7, 1, 'B', 2.5, DATE '2026-02-01'",
  u:
    "SELECT 2 AS k, 3 AS w, 'b' AS s, 1.5 AS f, DATE '2026-01-02' AS d " +
    "UNION ALL SELECT 3, 1, 'a', 3.5, NULL UNION ALL SELECT 1, NULL, '', 0.25, DATE '2026-01-01'",
};

/** The expressions that a clause can be about, by type. */
interface Operands {
  readonly integers: readonly string[];
  readonly texts: readonly string[];
  readonly floats: readonly string[];
  readonly dates: readonly string[];
}

function columnsOf(alias: string): Operands {
  return {
    integers: [`${alias}.k`, `${alias}.w`],
    texts: [`${alias}.s`],
    floats: [`${alias}.f`],
    dates: [`${alias}.d`],
  };
}

/** The columns after a pipe operator that ends the names of tables. */
const BARE: Operands = { integers: ['k', 'w'], texts: ['s'], floats: ['f'], dates: ['d'] };

const ENDED: Operands = {
  ...{ integers: ['k', 'LENGTH(s)'], texts: ['s'] },
  ...{ floats: ['k / 2'], dates: ["DATE '2026-01-02'"] },
};

const GROUPS: Operands = {
  integers: ['COUNT(*)', 'MAX(a.w)', 'COUNTIF(a.w > @q)', 'SUM(IF(@p IS NULL, a.k, a.w))'],
  texts: ['a.s', 'MIN(a.s)'],
  floats: ['MAX(a.f)'],
  dates: ['MIN(COALESCE(@d, a.d))'],
};

const WINDOWS: Operands = {
  ...columnsOf('a'),
  integers: [
    'a.k',
    'COUNT(*) OVER (PARTITION BY a.s)',
    'RANK() OVER (PARTITION BY IF(@p IS NULL, a.s, NULL) ORDER BY a.k, a.w)',
    'SUM(IFNULL(@q, a.w)) OVER (ORDER BY COALESCE(@p, a.k))',
  ],
};

/**
 * The statement of a seed. Without `filters` it is written without those of its filters that need a parameter; the rest
 * of it is the same.
 */
export function foldingStatement(seed: number, filters = true): string {
  return new Statement(new Random(seed), filters).text();
}

class Statement {
  readonly #random: Random;
  readonly #filters: boolean;

  constructor(random: Random, filters: boolean) {
    this.#random = random;
    this.#filters = filters;
  }

  text(): string {
    const cte = `c AS (SELECT * FROM t AS a${this.#clause('WHERE', columnsOf('a'))})`;
    const body = this.#pick([this.#rows, this.#groups, this.#windows, this.#pipes, this.#sets]);
    return `WITH ${cte} ${body.call(this)}`;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return this.#random.pick(items);
  }

  #some(): boolean {
    return this.#pick([true, false]);
  }

  #rows(): string {
    const a = columnsOf('a');
    return `SELECT ${this.#integer(a, 2)} AS x, ${this.#condition(a, 1)} AS y${this.#from()}${this.#clause('WHERE', a)}`;
  }

  #groups(): string {
    const list = `SELECT a.s AS g, COUNT(*) AS n, MAX(${this.#integer(columnsOf('a'), 1)}) AS m`;
    const where = this.#clause('WHERE', columnsOf('a'));
    return `${list}${this.#from()}${where} GROUP BY a.s${this.#clause('HAVING', GROUPS)}`;
  }

  #windows(): string {
    const list = 'SELECT a.k, a.s, COUNT(*) OVER (PARTITION BY a.w) AS n';
    const where = this.#clause('WHERE', columnsOf('a'));
    return `${list}${this.#from()}${where}${this.#clause('QUALIFY', WINDOWS)}`;
  }

  #sets(): string {
    return `${this.#rows()} ${this.#pick(['UNION ALL', 'UNION DISTINCT', 'EXCEPT DISTINCT'])} ${this.#rows()}`;
  }

  #pipes(): string {
    const a = columnsOf('a');
    const filter = (operands: Operands) => this.#clause('|> WHERE', operands);
    const start = `FROM t AS a${filter(a)}`;
    const own = `${start} |> EXTEND ${this.#integer(a, 1)} AS y${filter(a)}`;
    const on = `a.k ${this.#pick(['=', '<', '>='])} b.w`;
    return this.#pick([
      `${own} |> SELECT k, w, s, f, d, y${filter(BARE)} |> AGGREGATE COUNT(*) AS n GROUP BY k, y`,
      `${own} |> SELECT w, s, f, d, k${filter(BARE)} |> DISTINCT${filter(BARE)}`,
      `${own} |> LEFT JOIN u AS b ON ${on}${filter(a)} |> SELECT a.k, y, b.w`,
      `${start} |> JOIN u AS b ON ${on}${filter(a)} |> SELECT a.k, b.s |> LIMIT 100${this.#clause('|> WHERE', ENDED)}`,
    ]);
  }

  #from(): string {
    const alias = this.#pick(['t', 'u', 'c']);
    const kind = this.#pick(['plain', 'derived', 'inner', 'LEFT', 'RIGHT', 'FULL']);
    const other = this.#pick(['t', 'u']);
    if (kind === 'plain') return ` FROM ${alias} AS a`;
    if (kind === 'derived') {
      const inner = this.#clause('WHERE', columnsOf('b'));
      return ` FROM (SELECT * FROM ${alias} AS b${inner}) AS a`;
    }
    const both = { ...columnsOf('a'), integers: ['a.k', 'b.k', 'b.w'], texts: ['a.s', 'b.s'] };
    const on = this.#clause('ON', both);
    if (kind !== 'inner')
      return ` FROM ${alias} AS a ${kind} JOIN ${other} AS b${on || ' ON TRUE'}`;
    return ` FROM ${alias} AS a ${on ? 'JOIN' : 'CROSS JOIN'} ${other} AS b${on}`;
  }

  /** A clause of terms, of which some are filters that need a parameter; empty without terms. */
  #clause(keyword: string, operands: Operands): string {
    const count = this.#pick([0, 1, 1, 2, 2, 3]);
    const terms = Array.from({ length: count }, () => this.#term(operands));
    const written = terms.filter((term) => term !== '');
    return written.length > 0 ? ` ${keyword} ${written.join(' AND ')}` : '';
  }

  #term(operands: Operands): string {
    if (this.#some()) return `(${this.#condition(operands, 3)})`;
    const filter = this.#filter(operands);
    return this.#filters ? filter : '';
  }

  /** A filter that is TRUE without its parameter: each of them is absent. */
  #filter(operands: Operands): string {
    const condition = `(${this.#condition(operands, 1)})`;
    const integer = this.#integer(operands, 1);
    return this.#pick([
      `(@p IS NULL OR ${integer} >= @p)`,
      `(@d IS NULL OR ${this.#pick(operands.dates)} >= @d)`,
      `(${condition} OR @s IS NULL)`,
      `NOT (@b IS NOT NULL AND ${condition})`,
      `IF(@p IS NULL, TRUE, ${condition})`,
      `IF(@p = 1, ${condition}, @s IS NULL)`,
      `CASE WHEN @s IS NOT NULL THEN ${condition} ELSE @p IS NULL END`,
      'COALESCE(@b, TRUE)',
      `(COALESCE(@p, @p) IS NULL OR ${integer} IN (@p, 1))`,
      `(@d IS NULL AND (@s IS NULL OR ${condition}))`,
    ]);
  }

  #condition(operands: Operands, depth: number): string {
    const inner = () => `(${this.#condition(operands, depth - 1)})`;
    const integer = () => this.#integer(operands, depth - 1);
    const text = this.#text(operands);
    const compare = this.#pick(['=', '!=', '<', '<=', '>', '>=']);
    if (depth > 0 && this.#some()) {
      return this.#pick([
        () => `${inner()} AND ${inner()}`,
        () => `${inner()} OR ${inner()} OR ${inner()}`,
        () => `NOT ${inner()}`,
        () => `${inner()} IS ${this.#pick(['NULL', 'NOT NULL', 'TRUE', 'NOT FALSE', 'UNKNOWN'])}`,
        () => `IF(${inner()}, ${inner()}, ${inner()})`,
        () => `COALESCE(@b, ${inner()})`,
        () => `CASE WHEN ${inner()} THEN ${inner()} WHEN ${inner()} THEN ${inner()} END`,
        () => this.#subquery(),
      ])();
    }
    return this.#pick([
      () => `${integer()} ${compare} ${integer()}`,
      () => `${integer()} ${compare} @${this.#pick(['p', 'q', 'f'])}`,
      () => `${this.#pick(operands.floats)} ${compare} COALESCE(@f, ${integer()})`,
      () => `${this.#pick(operands.dates)} >= COALESCE(@d, DATE '2026-01-02')`,
      () => `${text} ${this.#pick(['LIKE', 'NOT LIKE'])} ${this.#text(operands)}`,
      () => `${integer()} BETWEEN @p AND ${integer()}`,
      () => `${integer()} ${this.#pick(['IN', 'NOT IN'])} (@p, 1, ${integer()})`,
      () => `${integer()} IS DISTINCT FROM @p`,
      () => `${text} LIKE ANY (@s, 'a%')`,
      () => `@${this.#pick(['p', 'q', 's', 'd', 'b'])} IS ${this.#pick(['NULL', 'NOT NULL'])}`,
      () => `${integer()} IS NULL`,
      () => this.#pick(['@b', 'TRUE', 'FALSE', 'CAST(NULL AS BOOL)', '(@s = @s) IS NULL']),
      () => `NULLIF(@p, ${integer()}) IS NULL`,
      () => `10 / ${integer()} > 1`,
    ])();
  }

  #subquery(): string {
    const where = this.#clause('WHERE', columnsOf('z'));
    return this.#pick([
      `EXISTS (SELECT 1 FROM u AS z${where})`,
      `1 IN (SELECT COALESCE(@p, z.k) FROM u AS z${where})`,
      `(SELECT COUNT(*) FROM t AS z${where}) > 1`,
    ]);
  }

  #integer(operands: Operands, depth: number): string {
    const own = this.#pick(operands.integers);
    if (depth <= 0 || this.#some()) return this.#pick([own, own, '1', '2']);
    const inner = () => this.#integer(operands, depth - 1);
    return this.#pick([
      () => `COALESCE(@p, ${inner()})`,
      () => `COALESCE(NULL, @p, ${inner()}, ${inner()})`,
      () => `COALESCE(${inner()}, @p)`,
      () => `IFNULL(@p, ${inner()})`,
      () => `IFNULL(@q, ${inner()})`,
      () => `IF(${this.#condition(operands, depth - 1)}, ${inner()}, ${inner()})`,
      () => `CASE WHEN @p IS NULL THEN ${inner()} WHEN ${own} > @p THEN 1 ELSE ${inner()} END`,
      () =>
        `CASE WHEN ${own} > 1 THEN ${inner()} WHEN @p > 1 THEN 5 WHEN @s IS NULL THEN ${inner()} END`,
      () => `CASE @p WHEN 1 THEN ${inner()} WHEN ${inner()} THEN 2 ELSE 7 END`,
      () => `CASE ${own} WHEN @p THEN 3 WHEN 2 THEN ${inner()} END`,
      () => `NULLIF(@p, ${inner()})`,
      () => `(${inner()} + IFNULL(@p, 1))`,
      () => `LENGTH(${this.#text(operands)})`,
      () => `GREATEST(${inner()}, IF(@b, 1, ${own}))`,
    ])();
  }

  #text(operands: Operands): string {
    const own = this.#pick(operands.texts);
    return this.#pick([own, "'a%'", '@s', `COALESCE(@s, ${own})`, `IF(@p IS NULL, ${own}, 'b')`]);
  }
}
