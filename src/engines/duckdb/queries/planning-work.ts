import { FieldstoneError } from '../../../errors.ts';
import { MAX_TEXT, PRELUDE, TOO_COMPLEX } from '../../../googlesql/index.ts';

/** How much DuckDB binds for a text. */
interface Work {
  /** Words, macros replaced by their bodies. */
  readonly words: number;
  /** The same, doubled for each lambda around: DuckDB looks at the body of a lambda twice. */
  readonly looks: number;
}

/** Some TO_JSON_STRING of whole log entries need a tenth of it; DuckDB takes a second or so. */
const MAX_WORK = 4_000_000;

interface Macro {
  readonly own: Work;
  /** For each parameter, how often the body repeats it. */
  readonly uses: readonly Work[];
}

/** The first look at a word costs about as much as this many of the further ones. */
const LOOKS_A_WORD = 64;

const TOKENS = /[([{]|[)\]}]|,|(?<![.\w])\w+\b(?!:(?!:))/g;
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g;
const NOTHING: Work = { words: 0, looks: 0 };
const WORD: Work = { words: 1, looks: 1 };

/** Refuses a caller's statement that DuckDB would take too long to plan. */
export function refuseHeavyPlanning(sql: string): void {
  if (sql.length <= MAX_TEXT && planningWork(sql) <= MAX_WORK) return;
  throw new FieldstoneError('SQL_INVALID', TOO_COMPLEX);
}

/**
 * How long DuckDB takes to bind a printed text, in an arbitrary unit: some 100 ns on a machine of 2025. Neither its
 * binder nor its planner heeds interrupts, and a short text can hold macros that repeat what stands in each other.
 */
export function planningWork(sql: string): number {
  const { words, looks } = new WorkEstimate(sql, () => WORD, MACROS, 1).all();
  return words * LOOKS_A_WORD + looks;
}

function readMacros(): ReadonlyMap<string, Macro> {
  const macros = new Map<string, Macro>();
  for (const statement of PRELUDE) {
    const [, name, list, body] = /^CREATE MACRO (\w+)\(([^)]*)\) AS([\s\S]*)/.exec(statement) ?? [];
    if (!name || list === undefined || body === undefined) continue;
    const parameters = list.split(',').map((parameter) => parameter.trim());
    const own = (word: string) => (parameters.includes(word) ? NOTHING : WORD);
    const uses = parameters.map((parameter) => {
      const only = (word: string) => (word === parameter ? WORD : NOTHING);
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
  /** 0 where only the repetitions of a parameter count. */
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

  /** What stands between commas, up to behind the closing bracket. */
  #items(): Work[] {
    const items: Work[] = [];
    let lambdas = 1;
    let words = 0;
    let looks = 0;
    for (let token = this.#take(); token !== undefined && !isClosing(token); token = this.#take()) {
      if (token === ',') {
        items.push({ words, looks });
        words = 0;
        looks = 0;
      } else if (token === 'lambda') {
        lambdas *= 2;
      } else {
        const work = this.#estimate(token);
        words += work.words;
        looks += work.looks * lambdas;
      }
    }
    return [...items, { words, looks }];
  }

  #estimate(token: string): Work {
    if (isOpening(token)) return sum(this.#items());
    const macro = this.#macros.get(token);
    if (!macro || this.#tokens[this.#next] !== '(') return this.#workOf(token);
    this.#take();
    const repeated = this.#items().map((item, i) => times(item, macro.uses[i] ?? WORD));
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
  return { words: a.words * b.words, looks: a.looks * b.looks };
}

function sum(works: readonly Work[]): Work {
  let words = 0;
  let looks = 0;
  for (const work of works) {
    words += work.words;
    looks += work.looks;
  }
  return { words, looks };
}

/** The macros of the prelude, each of which stands after those that it calls. */
const MACROS: ReadonlyMap<string, Macro> = readMacros();
