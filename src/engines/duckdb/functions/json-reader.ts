const MAX_DEPTH = 1000;

const SPACE = /[\t-\r ]*/y;
const LITERAL = /true|false|null/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][-+]?\d*)?/y;
/** As `NUMBER` finds it where digits are missing. */
const BROKEN_NUMBER = /\.(?!\d)|\D$/;
const STRING = /(["'])(?:(?!\1)[^\\]|\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^ux]))*\1/y;
const ESCAPE = /\\(?:u(....)|x(..)|([0-7]{1,3})|([\s\S]))/g;
const CONTROLS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The path from a value to the wanted one: empty for the wanted one itself, undefined where it is not inside. */
type Steps = readonly string[] | undefined;

/**
 * Reads JSON up to the end of a value, with GoogleSQL's liberties: strings in single quotes, more escapes, a comma
 * behind the last item, and null for a value that is left out. The first of equal keys counts unless a step leads nowhere
 * in its value.
 *
 * Methods that read give the JSON text of what they read; undefined ends the reading, where the value is found or where
 * the text is no JSON.
 */
export class JsonReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #found: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  find(steps: readonly string[]): string | undefined {
    this.#readValue(steps);
    return this.#found;
  }

  /** Whether more text might have changed what was found. */
  get needsMore(): boolean {
    const isInString = this.#found === undefined && /["']/.test(this.#text[this.#at] ?? '');
    return isInString || this.#at > this.#text.length - 'false'.length;
  }

  #readValue(steps: Steps): string | undefined {
    const value = this.#readAny(steps);
    if (steps?.length !== 0) return value;
    this.#found = value;
    return undefined;
  }

  #readAny(steps: Steps): string | undefined {
    switch (this.#next()) {
      case '{':
        return this.#readItems('}', () => this.#readMember(steps));
      case '[':
        return this.#readItems(']', (index) => this.#readValue(after(steps, String(index))));
      case '"':
      case "'":
        return this.#readString();
      case ',':
      case ']':
        return 'null';
      default:
        return this.#match(LITERAL) ?? this.#readNumber();
    }
  }

  #readMember(steps: Steps): string | undefined {
    const key = this.#readString();
    if (key === undefined || this.#next() !== ':') return undefined;
    this.#at += 1;
    const value = this.#readValue(after(steps, JSON.parse(key)));
    return value && `${key}:${value}`;
  }

  /** An object or array whose first character is the next one. */
  #readItems(end: string, read: (index: number) => string | undefined): string | undefined {
    if (this.#depth === MAX_DEPTH) throw new Error(TOO_DEEP);
    const begin = this.#text[this.#at];
    const items: string[] = [];
    this.#depth += 1;
    this.#at += 1;
    while (this.#next() !== end) {
      const item = read(items.length);
      if (item === undefined) return undefined;
      items.push(item);
      if (this.#next() === ',') this.#at += 1;
      else if (this.#next() !== end) return undefined;
    }
    this.#at += 1;
    this.#depth -= 1;
    return `${begin}${items.join(',')}${end}`;
  }

  #readString(): string | undefined {
    const quoted = this.#match(STRING);
    return quoted && JSON.stringify(quoted.slice(1, -1).replace(ESCAPE, unescaped));
  }

  #readNumber(): string | undefined {
    const number = this.#match(NUMBER);
    return number && BROKEN_NUMBER.test(number) ? undefined : number;
  }

  /** The next character that is no space. */
  #next(): string | undefined {
    this.#match(SPACE);
    return this.#text[this.#at];
  }

  #match(token: RegExp): string | undefined {
    token.lastIndex = this.#at;
    const text = token.exec(this.#text)?.[0];
    this.#at += text?.length ?? 0;
    return text;
  }
}

const TOO_DEEP =
  'GoogleSQL: JSON parsing failed due to deeply nested array/struct. Maximum nesting depth is 1000';

function after(steps: Steps, step: string): Steps {
  return steps?.[0] === step ? steps.slice(1) : undefined;
}

/** Half a surrogate pair is no character, in GoogleSQL with its other half neither. */
function unescaped(_: string, unicode = '', hex = '', octal = '', other = ''): string {
  if (other) return CONTROLS[other] ?? other;
  const code = octal ? Number.parseInt(octal, 8) : Number.parseInt(unicode || hex, 16);
  return String.fromCharCode(code).toWellFormed();
}
