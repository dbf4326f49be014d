import { MAX_TEXT, PRELUDE, TOO_COMPLEX } from '#googlesql';
import { FieldstoneError } from '../../../errors.ts';

/** Estimated binding work for a text. */
interface Work {
  /** Words, with macros expanded. */
  readonly words: number;
  /** The same, doubled for each enclosing lambda: DuckDB binds the body of a lambda twice. */
  readonly bindings: number;
}

/** About one second of planning; some `TO_JSON_STRING` calls on whole log entries need a tenth of it. */
const MAX_WORK = 4_000_000;

interface Macro {
  readonly own: Work;
  /** For each parameter, how often the body uses it. */
  readonly uses: readonly Work[];
}

/** Binding a word the first time costs about as much as this many repetitions. */
const BINDINGS_PER_WORD = 64;

const TOKENS = /[([{]|[)\]}]|,|(?<![.\w])\w+\b(?!:(?!:))/g;
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g;
const NO_WORK: Work = { words: 0, bindings: 0 };
const ONE_WORD: Work = { words: 1, bindings: 1 };

/**
 * Throws `SQL_INVALID` for a caller's statement that DuckDB would take too long to plan. `sources` are parts of it that do
 * not count: how its tables are read depends on the files of all tenants.
 */
export function refuseHeavyPlanning(sql: string, sources: readonly string[] = []): void {
  const own = sources.reduce((text, source) => text.replaceAll(source, ' '), sql);
  if (own.length <= MAX_TEXT && planningWork(own) <= MAX_WORK) return;
  throw new FieldstoneError('SQL_INVALID', TOO_COMPLEX);
}

/**
 * Estimates the time DuckDB takes to bind a printed text, in units of about 100 ns on a machine of 2025. Neither its
 * binder nor its planner can be interrupted, and a short text can contain macros that multiply nested arguments.
 */
export function planningWork(sql: string): number {
  const { words, bindings } = new WorkEstimate(sql, () => ONE_WORD, MACROS, 1).all();
  return words * BINDINGS_PER_WORD + bindings;
}

function readMacros(): ReadonlyMap<string, Macro> {
  const macros = new Map<string, Macro>();
  for (const statement of PRELUDE) {
    const [, name, list, body] = /^CREATE MACRO (\w+)\(([^)]*)\) AS([\s\S]*)/.exec(statement) ?? [];
    if (!name || list === undefined || body === undefined) continue;
    const parameters = list.split(',').map((parameter) => parameter.trim());
    const own = (word: string) => (parameters.includes(word) ? NO_WORK : ONE_WORD);
    const uses = parameters.map((parameter) => {
      const only = (word: string) => (word === parameter ? ONE_WORD : NO_WORK);
      return new WorkEstimate(body, only, macros, 0).all();
    });
    macros.set(name, { own: new WorkEstimate(body, own, macros, 1).all(), uses });
  }
  return macros;
}

class WorkEstimate {
  readonly #tokens: readonly string[];
  readonly #workOf: (word: string) => Work;
  readonly #macros: ReadonlyMap<string, Macro>;
  /** 1 to add the macros' own bodies; 0 to count only the uses of a parameter. */
  readonly #bodies: 0 | 1;
  #next = 0;

  constructor(
    sql: string,
    workOf: (word: string) => Work,
    macros: ReadonlyMap<string, Macro>,
    bodies: 0 | 1,
  ) {
    this.#tokens = sql.replace(QUOTED, ' ').match(TOKENS) ?? [];
    this.#workOf = workOf;
    this.#macros = macros;
    this.#bodies = bodies;
  }

  all(): Work {
    return sum(this.#items());
  }

  /** The comma-separated items up to and including the closing bracket. */
  #items(): Work[] {
    const items: Work[] = [];
    let lambdas = 1;
    let words = 0;
    let bindings = 0;
    for (let token = this.#take(); token !== undefined && !isClosing(token); token = this.#take()) {
      if (token === ',') {
        items.push({ words, bindings });
        words = 0;
        bindings = 0;
      } else if (token === 'lambda') {
        lambdas *= 2;
      } else {
        const work = this.#estimate(token);
        words += work.words;
        bindings += work.bindings * lambdas;
      }
    }
    return [...items, { words, bindings }];
  }

  #estimate(token: string): Work {
    if (isOpening(token)) return sum(this.#items());
    const macro = this.#macros.get(token);
    if (!macro || this.#tokens[this.#next] !== '(') return this.#workOf(token);
    this.#take();
    const repeated = this.#items().map((item, i) => times(item, macro.uses[i] ?? ONE_WORD));
    return this.#bodies === 0 ? sum(repeated) : sum([macro.own, ...repeated]);
  }

  #take(): string | undefined {
    this.#next += 1;
    return this.#tokens[this.#next - 1];
  }
}

function isOpening(token: string): boolean {
  return token === '(' || token === '[' || token === '{';
}

function isClosing(token: string): boolean {
  return token === ')' || token === ']' || token === '}';
}

function times(a: Work, b: Work): Work {
  return { words: a.words * b.words, bindings: a.bindings * b.bindings };
}

function sum(works: readonly Work[]): Work {
  let words = 0;
  let bindings = 0;
  for (const work of works) {
    words += work.words;
    bindings += work.bindings;
  }
  return { words, bindings };
}

/** The prelude's macros; each is defined after those that it calls. */
const MACROS: ReadonlyMap<string, Macro> = readMacros();
