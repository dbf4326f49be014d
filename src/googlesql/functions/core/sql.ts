/**
 * DuckDB SQL as a tree, which becomes text once, when all of a statement is known.
 *
 * Most nodes are templates: `` sql`f(${a}, ${b})` ``. A part in a template may be another node, a list, between whose
 * items commas are printed, or text that is no expression of its own: a name, a number, a keyword.
 */
import { quoteName, quoteText } from './quote.ts';

/** What may stand in a template; an argument that is missing is NULL. */
export type Part = Sql | readonly Part[] | string | number | bigint | boolean | undefined;

/** What a node consists of besides its texts. */
type Piece = Sql | Mark | string;

/** What the printer keeps while it prints. */
export interface Printing {
  readonly parameters: Set<string>;
  /** The variables of the lambdas around. */
  readonly variables: Mark[];
}

/** Text that is not known before it is printed, or is more than text. */
interface Mark {
  readonly size: number;
  readonly traits: number;
  print(printing: Printing): string;
}

/** How much it costs to compute SQL again, in ascending order. */
const OPERAND = 0;
const ATOM = 1;
const ARITHMETIC = 2;
const COSTLY = 3;

/** What may be true of SQL: of a node if it is of a part of it, and of a node alone. */
const TRAITS = { row: 1, select: 2, volatile: 4, macro: 8, constant: 16, path: 32 };
const INHERITED = 15;

/** Of arithmetic that is repeated, in characters: its few steps cost less than binding it. */
const MAX_ARITHMETIC_SIZE = 150;

/** A part of a statement: texts, and the pieces between them. */
export class Sql {
  readonly texts: readonly string[];
  readonly pieces: readonly Piece[];
  /** The length of its text in characters, without that of tables. */
  readonly size: number;
  readonly cost: number;
  readonly traits: number;

  /** Whether its texts are the same array each time. */
  get isTemplate(): boolean {
    return 'raw' in this.texts || TEMPLATES.has(this.texts);
  }

  constructor(texts: readonly string[], pieces: readonly Piece[], cost = COSTLY, traits = 0) {
    let size = 0;
    let all = traits;
    for (const text of texts) size += text.length;
    for (const piece of pieces) {
      if (typeof piece === 'string') size += piece.length;
      else {
        size += piece.size;
        all |= piece.traits & INHERITED;
      }
    }
    this.texts = texts;
    this.pieces = pieces;
    this.size = size;
    this.cost = cost;
    this.traits = all;
  }

  /**
   * Whether repeating it costs less than binding it: a name, a parameter or a constant, the cast of one to a number, a
   * field of one, which DuckDB does not copy, or short arithmetic.
   */
  get isCheap(): boolean {
    return this.cost <= ATOM || (this.cost === ARITHMETIC && this.size <= MAX_ARITHMETIC_SIZE);
  }

  /**
   * Whether it reads a row's column or what stands for one, has a SELECT or a volatile function in it, or is itself a
   * written text, number or Boolean, or a name of the printer's or a field of one.
   */
  has(trait: keyof typeof TRAITS): boolean {
    return (this.traits & TRAITS[trait]) !== 0;
  }

  /** The same with other pieces, none of which is volatile. */
  withPieces(pieces: readonly Piece[]): Sql {
    return new Sql(this.texts, pieces, this.cost, this.traits & ~TRAITS.volatile);
  }

  /** Texts are made by `printSql` alone. */
  toString(): never {
    throw new Error('Cannot make text of a part of a statement');
  }
}

const TEMPLATES = new WeakSet<readonly string[]>();

/** Texts of nodes that are written in another way than by a tag. */
export function template(texts: readonly string[]): readonly string[] {
  TEMPLATES.add(texts);
  return texts;
}

function piecesOf(parts: readonly Part[]): readonly Piece[] {
  return parts.map((part) => {
    if (part instanceof Sql || typeof part === 'string') return part;
    return isList(part) ? join(', ', part) : String(part ?? 'NULL');
  });
}

function isList(part: Part): part is readonly Part[] {
  return Array.isArray(part);
}

/** Makes SQL of a template. */
export function sql(texts: readonly string[], ...parts: readonly Part[]): Sql {
  return new Sql(texts, piecesOf(parts));
}

/** A template with a SELECT in it. */
export function selecting(texts: readonly string[], ...parts: readonly Part[]): Sql {
  return new Sql(texts, piecesOf(parts), COSTLY, TRAITS.select);
}

/** A template of `+`, `-`, `*`, `//`, parentheses and functions that cost no more, which is cheap if its parts are. */
export function arithmetic(texts: readonly string[], ...parts: readonly Part[]): Sql {
  const pieces = piecesOf(parts);
  return new Sql(texts, pieces, arithmeticCost(pieces, 0));
}

/** As `arithmetic`, of a macro that repeats its operands: nested, it would multiply what DuckDB plans. */
export function arithmeticMacro(texts: readonly string[], ...parts: readonly Part[]): Sql {
  const pieces = piecesOf(parts);
  return new Sql(texts, pieces, arithmeticCost(pieces, TRAITS.macro), TRAITS.macro);
}

function arithmeticCost(pieces: readonly Piece[], traits: number): number {
  let all = traits;
  for (const piece of pieces) {
    if (!(piece instanceof Sql)) continue;
    const isTerm = piece.cost === OPERAND || piece.cost === ARITHMETIC;
    if (!isTerm || all & piece.traits & TRAITS.macro) return COSTLY;
    all |= piece.traits;
  }
  return ARITHMETIC;
}

/** Parts with a separator between. */
export function join(separator: string, parts: readonly Part[]): Sql {
  const [first] = parts;
  if (first instanceof Sql && parts.length === 1) return first;
  const texts = new Array<string>(parts.length + 1).fill(separator);
  texts[0] = '';
  texts[parts.length] = '';
  return new Sql(texts, piecesOf(parts));
}

/** A variable of a lambda, a keyword. */
export function variable(name: string): Sql {
  return new Sql([name], [], OPERAND);
}

/** What the printer names: a table, or the variable of a lambda over rows. */
export function aliasOf(name: string): Sql {
  return new Sql([name], [], OPERAND, TRAITS.row | TRAITS.path);
}

/** A number or a Boolean as DuckDB writes it. */
export function constantOf(text: string): Sql {
  return new Sql([text], [], OPERAND, TRAITS.constant);
}

/** A text. */
export function textOf(value: string): Sql {
  const quoted = quoteText(value);
  return value.includes('\0') ? new Sql([quoted], []) : constantOf(quoted);
}

export const NULL: Sql = variable('NULL');

/** A function that may give another value with each call. */
export function volatile(call: string): Sql {
  return new Sql([call], [], COSTLY, TRAITS.volatile);
}

export const RANDOM: Sql = volatile('random()');

/** The text that a parameter is written as, which is an operand, or the cast of one. */
export function parameterOf(name: string, text: string, cost: 'operand' | 'atom' | 'costly'): Sql {
  const costs = { operand: OPERAND, atom: ATOM, costly: COSTLY };
  return new Sql(['', ''], [foreign(text, [name], text.length)], costs[cost]);
}

/** A FROM item as an engine reads it, which does not count as text of the statement. */
export function sourceOf(text: string, parameters: readonly string[]): Sql {
  return new Sql(['', ''], [foreign(text, parameters, 0)]);
}

function foreign(text: string, own: readonly string[], size: number): Mark {
  return mark(size, ({ parameters }) => {
    for (const name of own) parameters.add(name);
    return text;
  });
}

function mark(size: number, print: Mark['print']): Mark {
  return { size, traits: 0, print };
}

/** A value of another type. */
export function castAs(value: Sql, type: string): Sql {
  const isNumber = type === 'DOUBLE' || type === 'BIGINT' || DECIMAL.test(type);
  const cost = isNumber && value.cost === OPERAND ? ATOM : COSTLY;
  return new Sql(['CAST(', ` AS ${type})`], [value], cost);
}

const DECIMAL = /^DECIMAL\([^[]*\)$/;

/** What stands behind a name and a dot. */
export function dotted(owner: Sql, own: string): Sql {
  return new Sql(['', `.${own}`], [owner], owner.cost, owner.traits & TRAITS.path);
}

/** A field of a struct. */
export function fieldOf(struct: Sql, own: string): Sql {
  const cost = struct.cost <= ATOM ? ATOM : COSTLY;
  return new Sql(['struct_extract(', `, ${quoteText(own)})`], [struct], cost);
}

/** As `fieldOf`, with a dot behind what the printer has named. */
export function pathOf(struct: Sql, own: string): Sql {
  return struct.has('path') ? dotted(struct, quoteName(own)) : fieldOf(struct, own);
}

/** What `body` makes of values that may be repeated: all but those that are kept are fields of a lambda's variable. */
export function bound(
  values: readonly Sql[],
  isKept: (value: Sql, index: number) => boolean,
  body: (names: readonly Sql[]) => Sql,
): Sql {
  const own = mark(BOUND.length, ({ variables }) => nameAt(variables.indexOf(own)));
  const start = mark(BOUND.length, ({ variables }) => nameAt(variables.push(own) - 1));
  const fields: Sql[] = [];
  const names = values.map((value, i) => {
    if (isKept(value, i)) return value;
    fields.push(new Sql([`a${i}: `, ''], [value]));
    return new Sql(['', `.a${i}`], [own], OPERAND, value.traits & TRAITS.row);
  });
  return new Sql(BINDING, [join(', ', fields), start, body(names), END]);
}

const BOUND = 'bound';
const BINDING = template(['list_transform([{', '}], lambda ', ': ', ')[1]', '']);
const END = mark(0, ({ variables }) => {
  variables.pop();
  return '';
});

/** The name of a variable, which no lambda around its own has. */
function nameAt(depth: number): string {
  return depth === 0 ? BOUND : `${BOUND}${depth}`;
}
