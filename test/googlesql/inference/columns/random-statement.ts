import {
  AGGREGATES,
  ANY,
  FRAMED,
  FRAMES,
  type Kind,
  LITERALS,
  NULL_TYPES,
  ORDER,
  TEMPLATES,
  WINDOWS,
} from './random-templates.ts';

interface Named {
  readonly sql: string;
  readonly kind: Kind;
}

/** A FROM clause and the columns that it has. */
interface Source {
  readonly sql: string;
  /** Whether it has a join, which is written in parentheses beside another. */
  readonly isJoin?: boolean;
  readonly columns: readonly Named[];
}

/** The columns of both test tables, with those that are REQUIRED first. */
const COLUMNS: readonly (readonly [name: string, kind: Kind])[] = [
  ...([
    ['a', 'int'],
    ['s', 'text'],
    ['b', 'int'],
    ['t', 'text'],
  ] as const),
  ...([
    ['c', 'bool'],
    ['f', 'float'],
    ['r', 'record'],
    ['l', 'list'],
  ] as const),
];

const KINDS = Object.keys(TEMPLATES) as readonly Kind[];

/** A statement over the tables `p`, `q` and the empty `e`; each number decides a choice, and without one the first is taken. */
export function randomStatement(choices: readonly number[]): string {
  return new Writer(choices).statement();
}

class Writer {
  readonly #choices: readonly number[];
  #next = 0;
  #names = 0;

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  #pick<T>(options: readonly T[]): T {
    const choice = this.#choices[this.#next] ?? 0;
    this.#next += 1;
    return options[choice % options.length] as T;
  }

  #chance(): boolean {
    return this.#pick([false, true]);
  }

  #name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  statement(): string {
    const kinds = this.#kinds();
    const form = this.#pick(['plain', 'with', 'recursive']);
    if (form === 'plain') return this.#query(kinds, 2);
    const own = kinds.map((kind, i) => ({ sql: `w.o${i}`, kind }));
    const columns = form === 'recursive' ? [...own, { sql: 'w.n', kind: 'int' } as const] : own;
    const cte = form === 'recursive' ? this.#recursive(kinds, columns) : this.#query(kinds, 1);
    const body = this.#select(this.#kinds(), 1, { sql: 'w', columns });
    return `WITH ${form === 'recursive' ? 'RECURSIVE ' : ''}w AS (${cte}) ${body}`;
  }

  /** Three steps from the rows of a query. */
  #recursive(kinds: readonly Kind[], columns: readonly Named[]): string {
    const outputs = kinds.map((_, i) => `o${i}`).join(', ');
    const step = kinds.map((kind) => this.#expression(kind, columns, 2)).join(', ');
    const start = `SELECT ${outputs}, 0 AS n FROM (${this.#query(kinds, 1)})`;
    return `${start} UNION ALL SELECT ${step}, w.n + 1 FROM w WHERE w.n < 3`;
  }

  #kinds(): readonly Kind[] {
    const count = 1 + this.#pick([0, 1, 2]);
    return Array.from({ length: count }, () => this.#pick(KINDS));
  }

  #query(kinds: readonly Kind[], depth: number): string {
    const operator = this.#pick([
      '',
      '',
      '',
      'UNION ALL',
      'UNION DISTINCT',
      'INTERSECT DISTINCT',
      'EXCEPT DISTINCT',
    ]);
    const first = this.#select(kinds, depth, this.#source(depth));
    if (operator === '') return first;
    return `(${first}) ${operator} (${this.#select(kinds, depth, this.#source(depth))})`;
  }

  #source(depth: number): Source {
    const alias = this.#name('t');
    const table = this.#pick(['p', 'q', 'p', 'q', 'p', 'e']);
    const form = this.#pick(depth > 0 ? ['table', 'join', 'query', 'unnest'] : ['table']);
    if (form === 'query') {
      const kinds = this.#kinds();
      const columns = kinds.map((kind, i) => ({ sql: `${alias}.o${i}`, kind }));
      return { sql: `(${this.#query(kinds, depth - 1)}) AS ${alias}`, columns };
    }
    if (form === 'join') {
      return this.#joined(this.#source(depth - 1), this.#source(depth - 1));
    }
    const columns = COLUMNS.map(([name, kind]): Named => ({ sql: `${alias}.${name}`, kind }));
    const plain = { sql: `${table} AS ${alias}`, columns };
    if (form === 'table') return plain;
    const [item, place] = [this.#name('u'), this.#name('i')];
    const join = this.#pick(['CROSS JOIN', 'LEFT JOIN']);
    const list = this.#expression('list', columns, 1);
    return {
      sql: `${plain.sql} ${join} UNNEST(${list}) AS ${item} WITH OFFSET AS ${place}`,
      columns: [...columns, { sql: item, kind: 'text' }, { sql: place, kind: 'int' }],
      isJoin: true,
    };
  }

  #joined(left: Source, right: Source): Source {
    const columns = [...left.columns, ...right.columns];
    const type = this.#pick(['JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN']);
    const key = (side: Source) => this.#pick(side.columns.filter(({ kind }) => kind === 'int'));
    const equal = `${key(left)?.sql ?? '1'} = ${key(right)?.sql ?? '1'}`;
    const more = type === 'FULL JOIN' ? '' : ` AND ${this.#expression('bool', columns, 1)}`;
    const other = right.isJoin ? `(${right.sql})` : right.sql;
    return { sql: `${left.sql} ${type} ${other} ON ${equal}${more}`, columns, isJoin: true };
  }

  #select(kinds: readonly Kind[], depth: number, { sql, columns }: Source): string {
    const form = this.#pick(['plain', 'group', 'window', 'sets', 'all'] as const);
    const where = this.#chance() ? ` WHERE ${this.#expression('bool', columns, 2)}` : '';
    const from = `FROM ${sql}${where}`;
    if (form !== 'plain' && form !== 'window') return this.#aggregated(form, kinds, from, columns);
    const list = kinds.map((kind) =>
      form === 'window' && this.#chance()
        ? this.#window(kind, columns)
        : this.#expression(kind, columns, depth),
    );
    const distinct = form === 'plain' && this.#chance() ? 'DISTINCT ' : '';
    return `SELECT ${distinct}${this.#aliased(list)} ${from}`;
  }

  #aggregated(
    form: 'group' | 'sets' | 'all',
    kinds: readonly Kind[],
    from: string,
    columns: readonly Named[],
  ): string {
    const keys = columns.filter(({ kind }) => ['int', 'text', 'bool'].includes(kind));
    const chosen = form === 'all' || keys.length === 0 ? [] : [this.#pick(keys), this.#pick(keys)];
    const groups = chosen.map((key) => key.sql).join(', ');
    const sets = this.#pick(['ROLLUP', 'GROUPING SETS', 'CUBE']);
    const by = form === 'sets' ? `${sets} (${groups})` : groups;
    const test = this.#pick(['> 0', 'IS NOT NULL']);
    const having = this.#chance() ? ` HAVING ${this.#aggregate('int', columns)} ${test}` : '';
    const list = kinds.map((kind) => this.#grouped(kind, chosen, columns));
    const group = groups ? ` GROUP BY ${by}` : '';
    return `SELECT ${this.#aliased(list)} ${from}${group}${having}`;
  }

  #aliased(list: readonly string[]): string {
    return list.map((sql, i) => `${sql} AS o${i}`).join(', ');
  }

  #grouped(kind: Kind, keys: readonly Named[], columns: readonly Named[]): string {
    const key = keys.find((own) => own.kind === kind);
    return key && this.#chance() ? key.sql : this.#aggregate(kind, columns);
  }

  #aggregate(kind: Kind, columns: readonly Named[]): string {
    return this.#filled(this.#pick(AGGREGATES[kind] ?? []), kind, columns, 1);
  }

  #window(kind: Kind, columns: readonly Named[]): string {
    const partition = this.#chance() ? 'PARTITION BY {text} ' : '';
    const plain = WINDOWS[kind as keyof typeof WINDOWS];
    if (plain && this.#chance()) {
      return this.#filled(`${this.#pick(plain)} OVER (${partition}${ORDER})`, kind, columns, 0);
    }
    const framed = [
      ...(FRAMED[kind as keyof typeof FRAMED] ?? []),
      ...(AGGREGATES[kind] ?? []).filter(
        (text) => !/HAVING|LIMIT|DISTINCT|_BY|ARRAY_CONCAT/.test(text),
      ),
    ];
    const over = `OVER (${partition}${ORDER} ${this.#pick(FRAMES)})`;
    return this.#filled(`${this.#pick(framed)} ${over}`, kind, columns, 0);
  }

  #expression(kind: Kind, columns: readonly Named[], depth: number): string {
    const own = columns.filter((column) => column.kind === kind);
    const form = depth > 0 ? this.#pick(['column', 'call', 'call', 'any']) : 'column';
    if (form === 'column') {
      const leaves = [...own, ...own, ...LITERALS[kind].map((sql) => ({ sql }))];
      const { sql } = this.#pick(leaves);
      return sql === 'NULL' ? `CAST(NULL AS ${NULL_TYPES[kind]})` : sql;
    }
    const template = this.#pick(form === 'any' ? ANY : TEMPLATES[kind]);
    return `(${this.#filled(template, kind, columns, depth - 1)})`;
  }

  #filled(template: string, kind: Kind, columns: readonly Named[], depth: number): string {
    const suffix = this.#name('');
    const text = template.replaceAll('{0}', `{${kind}}`).replaceAll('#', suffix);
    return text.replaceAll(/\{(\w+)\}/g, (_, operand: Kind) =>
      this.#expression(operand, columns, depth),
    );
  }
}
