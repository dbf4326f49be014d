/**
 * An estimate of how long DuckDB takes to bind a statement. Neither its binder nor its planner can be interrupted, and a
 * short text can contain macros that multiply nested arguments.
 */
import { PRELUDE } from './macros.ts';
import { Sql } from './sql.ts';

/** What DuckDB's binder does for a part of a statement. */
interface Work {
  /** Words, with macros expanded. */
  readonly words: number;
  /** The same, doubled for each enclosing lambda: DuckDB binds the body of a lambda twice. */
  readonly bindings: number;
}

/** The work for SQL with gaps in it: the texts of a node, or the body of a macro with its parameters. */
interface Template {
  /** Without what fills the gaps. */
  readonly own: Work;
  /** For each gap, how often what fills it is bound. @default once */
  readonly uses: readonly Work[];
}

const NO_WORK: Work = { words: 0, bindings: 0 };
const ONE_WORD: Work = { words: 1, bindings: 1 };

/** Of a node that puts parts side by side, each of which is bound once. */
const PLAIN: Template = { own: ONE_WORD, uses: [] };

/** Binding a word the first time costs about as much as this many repetitions. */
const BINDINGS_PER_WORD = 64;

/** Gaps are written as a character each. */
const GAP = '\ue000-\uf8ff';
const FIRST_GAP = 0xe000;
const TOKENS = new RegExp(`[([{]|[)\\]}]|,|(?<![.\\w])\\w+\\b(?!:(?!:))|[${GAP}]`, 'g');
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g;

/** The templates of texts that have been read, by the macros whose names fill gaps. */
const READ = new WeakMap<readonly string[], Map<string, Template>>();

/** The time for a statement, without how its tables are read, in units of about 100 ns on a machine of 2025. */
export function planningTime(statement: Sql): number {
  if (MACROS.size === 0) readMacros();
  const { words, bindings } = workOf(statement, new Map());
  return words * BINDINGS_PER_WORD + bindings;
}

function workOf(node: Sql, known: Map<Sql, Work>): Work {
  const before = known.get(node);
  if (before) return before;
  const { own, uses } = templateOf(node);
  let { words, bindings } = own;
  for (const [i, piece] of node.pieces.entries()) {
    const use = uses[i] ?? ONE_WORD;
    const part = piece instanceof Sql ? workOf(piece, known) : leafWork(piece);
    words += part.words * use.words;
    bindings += part.bindings * use.bindings;
  }
  const work = { words, bindings };
  known.set(node, work);
  return work;
}

/** A name or a parameter; how a table is read has no size. */
function leafWork(piece: string | { readonly size: number }): Work {
  return typeof piece !== 'string' && piece.size === 0 ? NO_WORK : ONE_WORD;
}

function templateOf({ isTemplate, pieces, texts }: Sql): Template {
  if (!isTemplate) return PLAIN;
  const calls = pieces.map((_, i) => MACROS.has(nameAt(texts, pieces, i)));
  const key = pieces.filter((_, i) => calls[i]).join();
  const templates = READ.get(texts) ?? new Map<string, Template>();
  READ.set(texts, templates);
  const known = templates.get(key);
  if (known) return known;
  const gaps = pieces.map((_, i) => String.fromCharCode(FIRST_GAP + i));
  const parts = gaps.map((gap, i) => (calls[i] ? pieces[i] : gap));
  const template = readTemplate(texts.map((text, i) => `${text}${parts[i] ?? ''}`).join(''), gaps);
  templates.set(key, template);
  return template;
}

/** The name of a function that is called where a gap is filled with text; otherwise empty. */
function nameAt(texts: readonly string[], pieces: Sql['pieces'], gap: number): string {
  const [after] = /^\w*(?=\()/.exec(texts[gap + 1] ?? '') ?? [];
  if (after === undefined || typeof pieces[gap] !== 'string') return '';
  const [before] = /\w*$/.exec(texts[gap] ?? '') ?? [];
  return `${before}${pieces[gap]}${after}`;
}

function readTemplate(body: string, gaps: readonly string[]): Template {
  const tokens = body.replace(QUOTED, ' ').match(TOKENS) ?? [];
  const uses = gaps.map((gap) =>
    new WorkEstimate(tokens, (word) => (word === gap ? ONE_WORD : NO_WORK), 0).all(),
  );
  const own = (word: string) => (gaps.includes(word) ? NO_WORK : ONE_WORD);
  return { own: new WorkEstimate(tokens, own, 1).all(), uses };
}

class WorkEstimate {
  readonly #tokens: readonly string[];
  readonly #workOf: (word: string) => Work;
  /** 1 to add the macros' own bodies; 0 to count only the uses of a gap. */
  readonly #bodies: 0 | 1;
  #next = 0;

  constructor(tokens: readonly string[], work: (word: string) => Work, bodies: 0 | 1) {
    this.#tokens = tokens;
    this.#workOf = work;
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
    const macro = MACROS.get(token);
    if (!macro || this.#tokens[this.#next] !== '(') return this.#workOf(token);
    this.#take();
    const repeated = this.#items().map((item, i, { length }) =>
      times(item, i < length - 1 ? (macro.uses[i] ?? ONE_WORD) : most(macro.uses.slice(i))),
    );
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

/** Of the rest of a macro's parameters: one gap may be filled with several arguments. */
function most(uses: readonly Work[]): Work {
  const words = Math.max(...uses.map((use) => use.words), 0);
  return { words, bindings: Math.max(...uses.map((use) => use.bindings), words) };
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

/** The prelude's macros, once a statement has been estimated. */
const MACROS = new Map<string, Template>();

/** Each macro is defined after those that it calls. */
function readMacros(): void {
  for (const statement of PRELUDE) {
    const [, name, list, body] = /^CREATE MACRO (\w+)\(([^)]*)\) AS([\s\S]*)/.exec(statement) ?? [];
    if (!name || list === undefined || body === undefined) continue;
    const parameters = list.split(',').map((parameter) => parameter.trim());
    MACROS.set(name, readTemplate(body, parameters));
  }
}
