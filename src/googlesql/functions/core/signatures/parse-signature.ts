import { SCALARS, type ScalarKind } from '../../../types.ts';

/** A parameter's type in the signature language. */
export type SignatureType =
  | { readonly kind: 'scalar'; readonly scalar: ScalarKind }
  | { readonly kind: 'array'; readonly element: SignatureType }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'struct'; readonly fields: readonly SignatureField[] }
  | { readonly kind: 'part' };

/** A field of a struct in a signature. */
export interface SignatureField {
  readonly name: string;
  readonly type: SignatureType;
}

/** One parameter, or a group of parameters that repeats as a whole. */
export interface SignatureParameter {
  readonly types: readonly SignatureType[];
  readonly occurs: 'once' | 'optional' | 'repeated';
  /** The name by which it is given, `name => TYPE`; it is then the last in every call, given or not. */
  readonly name: string | undefined;
}

/** A parsed signature. */
export interface ParsedSignature {
  readonly parameters: readonly SignatureParameter[];
  readonly result: SignatureType;
}

const TOKENS = /\s*(->|=>|\.\.\.|[(),<>?]|RANGE<\w+>|[A-Za-z_][A-Za-z0-9_]*)/y;

const parsed = new Map<string, ParsedSignature>();

/** Parses a signature of the catalogue, such as `(T1, T1...) -> T1`; results are cached by text. */
export function parseSignature(text: string): ParsedSignature {
  const cached = parsed.get(text);
  if (cached) return cached;
  const signature = new SignatureReader(text).read();
  parsed.set(text, signature);
  return signature;
}

class SignatureReader {
  readonly #text: string;
  readonly #tokens: readonly string[];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  read(): ParsedSignature {
    this.#expect('(');
    const parameters = this.#list(')', () => this.#parameter());
    this.#expect('->');
    const result = this.#type();
    if (this.#next < this.#tokens.length) throw this.#error();
    return { parameters, result };
  }

  #parameter(): SignatureParameter {
    const name = this.#name();
    const types = this.#accept('(') ? this.#list(')', () => this.#type()) : [this.#type()];
    if (this.#accept('?')) return { types, occurs: 'optional', name };
    return { types, occurs: this.#accept('...') ? 'repeated' : 'once', name };
  }

  #name(): string | undefined {
    if (this.#tokens[this.#next + 1] !== '=>') return undefined;
    const name = this.#take();
    this.#expect('=>');
    return name;
  }

  #type(): SignatureType {
    const name = this.#take();
    if (name === 'PART') return { kind: 'part' };
    if (name === 'ANY') return { kind: 'any' };
    if (name === 'ARRAY') {
      this.#expect('<');
      const element = this.#type();
      this.#expect('>');
      return { kind: 'array', element };
    }
    if (name === 'STRUCT') {
      this.#expect('<');
      return { kind: 'struct', fields: this.#list('>', () => this.#field()) };
    }
    if (/^T\d$/.test(name)) return { kind: 'variable', name };
    if (name in SCALARS) return { kind: 'scalar', scalar: name as ScalarKind };
    throw this.#error();
  }

  #field(): SignatureField {
    const name = this.#take();
    return { name, type: this.#type() };
  }

  #list<Item>(end: string, item: () => Item): Item[] {
    const items: Item[] = [];
    if (this.#accept(end)) return items;
    do items.push(item());
    while (this.#accept(','));
    this.#expect(end);
    return items;
  }

  #take(): string {
    const token = this.#tokens[this.#next];
    if (token === undefined) throw this.#error();
    this.#next += 1;
    return token;
  }

  #accept(token: string): boolean {
    if (this.#tokens[this.#next] !== token) return false;
    this.#next += 1;
    return true;
  }

  #expect(token: string): void {
    if (!this.#accept(token)) throw this.#error();
  }

  #error(): Error {
    return new Error(`Cannot read the signature "${this.#text}"`);
  }
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  TOKENS.lastIndex = 0;
  while (TOKENS.lastIndex < text.trimEnd().length) {
    const match = TOKENS.exec(text);
    if (!match?.[1]) throw new Error(`Cannot read the signature "${text}"`);
    tokens.push(match[1]);
  }
  return tokens;
}
