import { type Draw, oneIn, pick } from './draw.ts';

/** Words that are reserved somewhere: in GoogleSQL, DuckDB, GraphQL, JavaScript, or by the interfaces themselves. */
const RESERVED = [
  ...[
    'select',
    'from',
    'order',
    'group',
    'by',
    'where',
    'limit',
    'offset',
    'array',
    'struct',
    'interval',
    'all',
  ],
  ...[
    'end',
    'case',
    'null',
    'true',
    'in',
    'is',
    'rows',
    'range',
    'table',
    'user',
    'values',
    'columns',
    'index',
  ],
  ...[
    'type',
    'query',
    'fragment',
    'on',
    'mutation',
    'input',
    'enum',
    'row',
    'data',
    'errors',
    'meta',
    'id',
    'key',
  ],
  ...[
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'then',
    'length',
    'class',
    'new',
    'this',
  ],
  ...[
    'order_by',
    'truncated',
    'rowCount',
    'result',
    'filename',
    'rowid',
    'excluded',
    'main',
    'date',
    'timestamp',
  ],
];
const PLAIN = [
  'amount',
  'city',
  'Country',
  'unitPrice',
  'HTTP_STATUS',
  'x1',
  'a_b_c',
  '_hidden',
  'note_',
  'Q2',
];
/** What only quoted SQL can name. */
const ODD = [
  'Q 3',
  'two words',
  'a-b',
  '__proto__',
  '__typename',
  'tax%',
  "it's",
  'a+b',
  'x#n',
  'a=b',
  'a|b',
  'a:b',
];

const changes: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => word.charAt(0).toUpperCase() + word.slice(1),
];

/** Draws names of one object, of which no two are the same as names of GraphQL or in another case. */
export class Names {
  readonly #draw: Draw;
  readonly #pool: readonly string[];
  readonly #taken = new Set<string>();

  /** The pool has names that only quoted SQL can name, or none that is not a word. */
  constructor(draw: Draw, pool: 'quoted' | 'words') {
    this.#draw = draw;
    const words = [...RESERVED, ...PLAIN];
    this.#pool =
      pool === 'quoted' ? [...words, ...ODD] : words.filter((word) => /^[a-z]/i.test(word));
  }

  next(): string {
    for (;;) {
      const word = pick(this.#draw, changes)(pick(this.#draw, this.#pool));
      const name = oneIn(this.#draw, 4) ? `${word}_${this.#taken.size}` : word;
      const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '');
      if (this.#taken.has(letters)) continue;
      this.#taken.add(letters);
      return name;
    }
  }
}
