/** Something that a text may read by its name: a table, a view or a function. */
export interface Named {
  readonly name: string;
  /** The text that it is made of, which may read others; undefined for a table. */
  readonly text?: string;
  /** Another object once it is another thing. */
  readonly value: unknown;
}

interface Readable extends Named {
  readonly words: readonly string[];
}

/**
 * Tells what a text may read of the named parts of a project, from its words alone, before it is compiled: some that it
 * does not, but all that it does.
 */
export class ReadableNames {
  readonly #all: readonly Readable[];

  constructor(all: readonly Named[]) {
    this.#all = all.map((one) => ({ ...one, words: [...wordsOf(one.name)] }));
  }

  /** What a text may read, itself or through what it reads. */
  in(text: string): readonly Named[] {
    const found = new Set<Readable>();
    const texts = [text];
    // A list gives what is added to it in a loop too.
    for (const next of texts) {
      for (const one of this.#direct(next)) {
        if (found.has(one)) continue;
        found.add(one);
        if (one.text !== undefined) texts.push(one.text);
      }
    }
    return [...found];
  }

  #direct(text: string): readonly Readable[] {
    // A quoted name may have escapes, which are not read here.
    if (text.includes('\\')) return this.#all;
    const words = wordsOf(text);
    return this.#all.filter((one) => one.words.every((word) => words.has(word)));
  }
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu));
}
