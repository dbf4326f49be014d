import { occurrences } from './occurrences.ts';

const CHARACTER = String.raw`[\][<>(){}|!;,'"*&?+/:=@.\-$%\\_\n\r\t ]`;

/** The longest first: of `%2526`, `%` alone would be one too. */
const ENCODED = '%(?:2526|2520|20|21|26|28|29|0a|2b|2c|3a|3b|3d|5b|5d|7c)';
const MAX_ENCODED_LENGTH = 5;

const DELIMITERS = new RegExp(`(?:${ENCODED}|${CHARACTER})+`, 'g');
const STARTS_WITH_DELIMITER = new RegExp(`^${CHARACTER}`);
const ENDS_WITH_DELIMITER = new RegExp(`(?:${ENCODED}|${CHARACTER})$`, 'i');

/** The tokens of a text, as LOG_ANALYZER finds them: what is between delimiters, with ASCII in lower case. */
export function tokensOf(text: string): readonly string[] {
  return spaced(lowered(text))
    .split(' ')
    .filter((token) => token !== '');
}

/** Words that are looked for in the text before it is split into tokens, which costs more: nearly all texts lack one. */
const MAX_LOOKS = 4;

/** A text that is searched; it is split into tokens once, when they are first needed. */
export class SearchedText {
  readonly #text: string;
  readonly #lowered: string;
  #looks = 0;
  #spaced = '';
  #tokens: ReadonlySet<string> | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#lowered = lowered(text);
  }

  /** Whether the tokens stand in the text, next to each other and in this order. */
  has(tokens: readonly string[]): boolean {
    if (this.#lacks(tokens[0])) return false;
    if (!this.#tokens) {
      this.#spaced = ` ${spaced(this.#lowered)} `;
      this.#tokens = new Set(this.#spaced.split(' '));
    }
    const hasEach = tokens.every((token) => this.#tokens?.has(token));
    return hasEach && (tokens.length === 1 || this.#spaced.includes(` ${tokens.join(' ')} `));
  }

  #lacks(token = ''): boolean {
    if (this.#tokens || this.#looks >= MAX_LOOKS) return false;
    this.#looks += 1;
    return !this.#lowered.includes(token);
  }

  /** Whether a part of the text is exactly this, between delimiters or the ends. */
  hasExactly(part: string): boolean {
    if (!this.#text.includes(part)) return false;
    for (const at of occurrences(this.#text, part)) {
      if (this.#isBetweenDelimiters(at, at + part.length)) return true;
    }
    return false;
  }

  #isBetweenDelimiters(start: number, end: number): boolean {
    const before = this.#text.slice(Math.max(0, start - MAX_ENCODED_LENGTH), start);
    if (before !== '' && !ENDS_WITH_DELIMITER.test(before)) return false;
    return end === this.#text.length || STARTS_WITH_DELIMITER.test(this.#text.charAt(end));
  }
}

function spaced(text: string): string {
  return text.replace(DELIMITERS, ' ');
}

/** Other letters are kept as they are. */
function lowered(text: string): string {
  return /[^\0-\x7f]/.test(text)
    ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : text.toLowerCase();
}
