/**
 * A row pattern as a machine. A state either takes a row of a symbol, or goes on without one to each of its targets, the
 * preferred one first; an anchored state does so only before the first row or after the last. State 0 is the end.
 */
export interface RowPattern {
  readonly start: number;
  readonly states: readonly State[];
  readonly takers: readonly Taker[];
  /** For each state, those from which it is entered without taking a row. */
  readonly sources: readonly (readonly number[])[];
  /** The number of states and targets, in which the time for a row is linear. */
  readonly size: number;
}

/** A state that takes a row, with the symbol of the row and the state after it. */
export interface Taker {
  readonly state: number;
  readonly symbol: number;
  readonly next: number;
}

interface State {
  /** The symbol of the row that it takes; undefined if it takes none. */
  readonly symbol?: number;
  readonly anchor?: Anchor;
  readonly targets: readonly number[];
}

type Anchor = '^' | '$';

/** Adds the states that lead to a state, and returns the first of them. */
type Build = (next: number) => number;

/** States and targets are at most a few for each part. */
const MAX_PARTS = 20_000;
const MAX_BOUND = 10_000;

/**
 * Compiles a pattern in postfix notation: symbols by number, `^`, `$`, `.n` and `|n` for n patterns in a row or as
 * alternatives, and `*least,most` with an empty `most` for no bound, and a `?` after it if fewer are preferred.
 */
export function compileRowPattern(text: string): RowPattern {
  const compiler = new Compiler();
  const stack: Build[] = [];
  for (const token of text.split(' ')) stack.push(compiler.part(token, stack));
  return compiler.finish(stack);
}

class Compiler {
  readonly #states: State[] = [{ targets: [] }];
  #parts = 0;

  finish(parts: readonly Build[]): RowPattern {
    const start = this.#sequence(parts)(0);
    const states = this.#states;
    const takers: Taker[] = [];
    const sources = states.map((): number[] => []);
    for (const [state, { symbol, targets }] of states.entries()) {
      if (symbol !== undefined) takers.push({ state, symbol, next: targets[0] ?? 0 });
      else for (const target of targets) sources[target]?.push(state);
    }
    const size = states.reduce((sum, { targets }) => sum + 1 + targets.length, 0);
    return { start, states, takers, sources, size };
  }

  /** The pattern of a token, of the last ones on the stack. Parts that add no states are counted too. */
  part(token: string, stack: Build[]): Build {
    const build = this.#part(token, stack);
    return (next) => {
      this.#count();
      return build(next);
    };
  }

  #part(token: string, stack: Build[]): Build {
    const rest = token.slice(1);
    const takeAll = () => stack.splice(stack.length - Number(rest));
    switch (token.charAt(0)) {
      case '.':
        return this.#sequence(takeAll());
      case '|': {
        const parts = takeAll();
        return (next) => this.#add({ targets: [...new Set(parts.map((part) => part(next)))] });
      }
      case '*':
        return this.#repetition(stack.splice(-1), rest);
      case '^':
      case '$':
        return (next) => this.#add({ anchor: token as Anchor, targets: [next] });
      default:
        return (next) => this.#add({ symbol: Number(token), targets: [next] });
    }
  }

  #sequence(parts: readonly Build[]): Build {
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  #repetition([part = (next) => next]: readonly Build[], quantifier: string): Build {
    const isReluctant = quantifier.endsWith('?');
    const [from = '', to = ''] = quantifier.replace('?', '').split(',');
    const least = boundOf(from);
    if (to === '') return this.#unbounded(part, least, isReluctant);
    const most = boundOf(to);
    if (least > most) {
      throw new Error(`GoogleSQL: Quantifier lower bound, ${from}, exceeds upper bound, ${to}`);
    }
    return (next) => {
      let first = next;
      for (let i = most; i > least; i -= 1) {
        const targets = [part(first), next];
        first = this.#add({ targets: isReluctant ? targets.reverse() : targets });
      }
      return this.#copies(part, least, first);
    };
  }

  /** The last of the copies that there must be is the one that repeats. */
  #unbounded(part: Build, least: number, isReluctant: boolean): Build {
    return (next) => {
      const loop = this.#add({ targets: [] });
      const body = part(loop);
      this.#states[loop] = { targets: isReluctant ? [next, body] : [body, next] };
      return least === 0 ? loop : this.#copies(part, least - 1, body);
    };
  }

  #copies(part: Build, count: number, next: number): number {
    let first = next;
    for (let i = 0; i < count; i += 1) first = part(first);
    return first;
  }

  #add(state: State): number {
    return this.#states.push(state) - 1;
  }

  #count(): void {
    this.#parts += 1;
    if (this.#parts <= MAX_PARTS) return;
    throw new Error(
      `GoogleSQL: PATTERN is too large: it has more than ${MAX_PARTS} parts, with its quantifiers written out`,
    );
  }
}

function boundOf(text: string): number {
  const bound = Number(text);
  if (text === 'null') {
    throw new Error('GoogleSQL: NULL as quantifier bound value is not allowed');
  }
  if (bound < 0) throw new Error('GoogleSQL: Negative quantifier bound value is not allowed');
  if (bound <= MAX_BOUND) return bound;
  throw new Error(
    `GoogleSQL: Quantifier bound value exceeds maximum supported value of ${MAX_BOUND}`,
  );
}
