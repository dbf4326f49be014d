/** Random pipe syntax, and the same query without pipes, in which every column that was ever there has a name of its own. */

type Choose = <Item>(items: readonly Item[]) => Item;
type Kind = 'INT64' | 'STRING';

interface Column {
  readonly name: string;
  /** Its name in the query without pipes. */
  readonly id: string;
  readonly kind: Kind;
}

/** A text with pipes, and the same without. */
interface Text {
  readonly piped: string;
  readonly plain: string;
}

/** Texts with columns of a kind in braces. */
const EXPRESSIONS: Readonly<Record<Kind, readonly string[]>> = {
  INT64: [
    '{INT64} + 1',
    'IFNULL({INT64}, 7)',
    'LENGTH({STRING})',
    '{INT64} - {INT64}',
    '{INT64}',
    '5',
  ],
  STRING: ['UPPER({STRING})', "CONCAT({STRING}, 'x')", '{STRING}', 'CAST({INT64} AS STRING)'],
};
const CONDITIONS = [
  ...['{INT64} > 0', '{INT64} IS NOT NULL', "{STRING} IN ('a', 'b', 'A')", '{INT64} <= {INT64}'],
  '{STRING} IS NULL OR {INT64} < 9',
  'EXISTS (SELECT 1 FROM (SELECT k AS kk FROM u) AS z WHERE z.kk = {INT64})',
];
const AGGREGATES = [
  'COUNT(*)',
  'SUM({INT64})',
  'COUNT(DISTINCT {STRING})',
  'MAX({INT64})',
  'MIN({STRING})',
];
const WINDOWS = ['COUNT(*) OVER (PARTITION BY {STRING})', 'RANK() OVER (ORDER BY {INT64} + 0)'];

/** The rows of a pipe: what can be named in them, and their text. */
class Pipe {
  readonly #pick: Choose;
  #columns: readonly Column[];
  #ranges: ReadonlyMap<string, readonly Column[]>;
  #piped: string;
  #plain: string;
  #ids = 0;

  constructor(pick: Choose) {
    this.#pick = pick;
    const table = pick(['t', 'u']);
    const kinds = [
      ['k', 'INT64'],
      ['w', 'INT64'],
      ['s', 'STRING'],
    ] as const;
    this.#columns = kinds.map(([name, kind]) => this.#column(name, kind));
    this.#ranges = new Map([['a', this.#columns]]);
    this.#piped = `FROM (SELECT k, w, s FROM ${table}) AS a`;
    this.#plain = `SELECT ${this.#columns.map(({ name, id }) => `${name} AS ${id}`).join(', ')} FROM ${table}`;
  }

  text(): Text {
    for (let count = this.#pick([1, 2, 3, 4, 5]); count > 0; count -= 1) this.#operate();
    const columns = this.#columns.map(({ name, id }) => `${id} AS ${name}`).join(', ');
    return { piped: this.#piped, plain: `SELECT ${columns} FROM (${this.#plain})` };
  }

  #operate(): void {
    const { name } = this.#pick(this.#columns);
    const kind = this.#pick(['INT64', 'STRING'] as const);
    const operators: readonly (() => void)[] = [
      () => this.#filter(this.#fill(this.#pick(CONDITIONS))),
      () => this.#filter(this.#window()),
      () => this.#extend(kind),
      () => this.#set(name),
      () => this.#drop(name),
      () => this.#rename(name),
      () => this.#distinct(),
      () => this.#add(`ORDER BY ${this.#fill('{INT64} + 0').piped}`),
      () => this.#alias(),
      () => this.#join(),
      () => this.#select(),
      () => this.#aggregate(),
    ];
    this.#pick(operators)();
  }

  #column(name: string, kind: Kind): Column {
    this.#ids += 1;
    return { name, id: `p${this.#ids}`, kind };
  }

  /** A name that no column has. */
  #newName(): string {
    this.#ids += 1;
    return `x${this.#ids}`;
  }

  /** A template with columns of its kinds, by their own names or those of their tables. */
  #fill(template: string): Text {
    const parts = template.split(/\{(INT64|STRING)\}/).map((part): Text => {
      if (part !== 'INT64' && part !== 'STRING') return { piped: part, plain: part };
      return this.#name(part);
    });
    return {
      piped: parts.map(({ piped }) => piped).join(''),
      plain: parts.map(({ plain }) => plain).join(''),
    };
  }

  #name(wanted: Kind): Text {
    const columns = this.#columns.map((column) => ({ ...column, piped: column.name }));
    for (const [alias, own] of this.#ranges) {
      columns.push(...own.map((column) => ({ ...column, piped: `${alias}.${column.name}` })));
    }
    const names = columns.filter(({ kind }) => kind === wanted);
    const constant = wanted === 'INT64' ? '3' : "'a'";
    const { id = constant, piped = constant } = names.length > 0 ? this.#pick(names) : {};
    return { piped, plain: id };
  }

  #window(): Text {
    const { piped, plain } = this.#fill(this.#pick(WINDOWS));
    return { piped: `${piped} <= 2`, plain: `${plain} <= 2` };
  }

  #add(operator: string): void {
    this.#piped += ` |> ${operator}`;
  }

  #filter({ piped, plain }: Text): void {
    this.#add(`WHERE ${piped}`);
    const from = `(SELECT *, ${plain} AS pass FROM (${this.#plain}))`;
    this.#plain = `SELECT * EXCEPT (pass) FROM ${from} WHERE pass`;
  }

  #compute(kind: Kind, name: string): { readonly column: Column; readonly piped: string } {
    const { piped, plain } = this.#fill(this.#pick(EXPRESSIONS[kind]));
    const column = this.#column(name, kind);
    this.#plain = `SELECT *, ${plain} AS ${column.id} FROM (${this.#plain})`;
    return { column, piped };
  }

  #extend(kind: Kind): void {
    const { column, piped } = this.#compute(kind, this.#newName());
    this.#add(`EXTEND ${piped} AS ${column.name}`);
    this.#columns = [...this.#columns, column];
  }

  #set(name: string): void {
    const { column, piped } = this.#compute(this.#pick(['INT64', 'STRING']), name);
    this.#add(`SET ${name} = ${piped}`);
    this.#columns = this.#columns.map((other) => (other.name === name ? column : other));
  }

  #drop(name: string): void {
    if (this.#columns.length === 1) return;
    this.#add(`DROP ${name}`);
    this.#columns = this.#columns.filter((column) => column.name !== name);
  }

  #rename(name: string): void {
    const renamed = this.#newName();
    this.#add(`RENAME ${name} AS ${renamed}`);
    this.#columns = this.#columns.map((column) =>
      column.name === name ? { ...column, name: renamed } : column,
    );
  }

  #distinct(): void {
    this.#add('DISTINCT');
    const ids = new Set(this.#columns.map(({ id }) => id));
    this.#plain = `SELECT DISTINCT ${[...ids].join(', ')} FROM (${this.#plain})`;
    this.#ranges = new Map(
      [...this.#ranges].map(([alias, columns]) => [alias, columns.filter(({ id }) => ids.has(id))]),
    );
  }

  #alias(): void {
    this.#add('AS b');
    this.#ranges = new Map([['b', this.#columns]]);
  }

  #join(): void {
    if (this.#ranges.has('c') || this.#columns.some(({ name }) => name === 'i')) return;
    const columns = [this.#column('i', 'INT64'), this.#column('r', 'STRING')];
    const before = this.#fill('{INT64}');
    const [i, r] = columns.map(({ id }) => id);
    const type = this.#pick(['JOIN', 'LEFT JOIN']);
    this.#add(`${type} (SELECT k AS i, s AS r FROM u) AS c ON c.i = ${before.piped}`);
    this.#plain = `SELECT * FROM (${this.#plain}) ${type} (SELECT k AS ${i}, s AS ${r} FROM u) ON ${i} = ${before.plain}`;
    this.#ranges = new Map([...this.#ranges, ['c', columns]]);
    this.#columns = [...this.#columns, ...columns];
  }

  #select(): void {
    const first = this.#compute('INT64', this.#newName());
    const second = this.#compute('STRING', this.#newName());
    this.#add(
      `SELECT ${first.piped} AS ${first.column.name}, ${second.piped} AS ${second.column.name}`,
    );
    this.#columns = [first.column, second.column];
    this.#ranges = new Map();
  }

  #aggregate(): void {
    const key = this.#fill(this.#pick(['{INT64} + 0', "CONCAT({STRING}, '')", 'UPPER({STRING})']));
    const group = this.#column(this.#newName(), 'STRING');
    const call = this.#fill(this.#pick(AGGREGATES));
    const value = this.#column(this.#newName(), 'INT64');
    this.#add(`AGGREGATE ${call.piped} AS ${value.name} GROUP BY ${key.piped} AS ${group.name}`);
    this.#plain = `SELECT ${key.plain} AS ${group.id}, ${call.plain} AS ${value.id} FROM (${this.#plain}) GROUP BY 1`;
    this.#plain = `SELECT CAST(${group.id} AS STRING) AS ${group.id}, CAST(${value.id} AS STRING) AS ${value.id} FROM (${this.#plain})`;
    this.#add(
      `SET ${group.name} = CAST(${group.name} AS STRING), ${value.name} = CAST(${value.name} AS STRING)`,
    );
    this.#columns = [group, { ...value, kind: 'STRING' }];
    this.#ranges = new Map();
  }
}

/** A query over the tables `t` and `u`, with pipes and without. */
export function pipes(pick: Choose): Text {
  return new Pipe(pick).text();
}
