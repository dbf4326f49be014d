/**
 * DuckDB SQL as a tree, which becomes text once, when all of a statement is known.
 *
 * Most nodes are templates: `` sql`f(${a}, ${b})` ``. A part in a template may be another node, a list of nodes, between
 * which commas are printed, or text that is no expression of its own: a name, a number, a keyword.
 */
import { End, Foreign, Mark, Start, Variable } from './marks.ts';
import { quoteName, quoteText } from './quote.ts';

/** What may stand in a template; an argument that is missing is NULL. */
export type Part = Sql | Mark | readonly Part[] | string | number | bigint | boolean | undefined;

/** How much it costs to compute SQL again, in ascending order. */
const OPERAND = 0;
const ATOM = 1;
const ARITHMETIC = 2;
const COSTLY = 3;

/** What is true of a node if it is of a part of it. */
const READS_ROW = 1;
const HAS_SELECT = 2;
const IS_VOLATILE = 4;
const HAS_MACRO = 8;
const INHERITED = 15;
/** What is true of a node alone. */
const IS_CONSTANT = 16;
const IS_PATH = 32;

/** Of arithmetic that is repeated, in characters: its few steps cost less than binding it. */
const MAX_ARITHMETIC_SIZE = 150;

/** A part of a statement: texts, and the parts between them. */
export class Sql {
  readonly texts: readonly string[];
  readonly parts: readonly Part[];
  /** The length of its text in characters, without that of tables. */
  readonly size: number;
  readonly cost: number;
  readonly traits: number;

  constructor(texts: readonly string[], parts: readonly Part[], cost = COSTLY, traits = 0) {
    let size = 0;
    let all = traits;
    for (const text of texts) size += text.length;
    for (const part of parts) {
      if (typeof part === 'string') size += part.length;
      else {
        size += sizeOf(part);
        all |= traitsOf(part);
      }
    }
    this.texts = texts;
    this.parts = parts;
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

  /** Whether it reads a column, or a variable that stands for one. */
  get readsRow(): boolean {
    return (this.traits & READS_ROW) !== 0;
  }

  /** Whether it is a name that the printer gave. */
  get isName(): boolean {
    return this.parts.length === 0 && (this.traits & IS_PATH) !== 0;
  }

  get hasSelect(): boolean {
    return (this.traits & HAS_SELECT) !== 0;
  }

  get isVolatile(): boolean {
    return (this.traits & IS_VOLATILE) !== 0;
  }

  /** Whether it is a written text, number or Boolean. */
  get isConstant(): boolean {
    return (this.traits & IS_CONSTANT) !== 0;
  }

  /** The same with other parts, none of which is volatile. */
  withParts(parts: readonly Part[]): Sql {
    return new Sql(this.texts, parts, this.cost, this.traits & ~IS_VOLATILE);
  }

  /** Texts are made by `printSql` alone. */
  toString(): never {
    throw new Error('Cannot make text of a part of a statement');
  }
}

function sizeOf(part: Part): number {
  if (typeof part === 'string') return part.length;
  if (part instanceof Sql || part instanceof Mark) return part.size;
  if (!isList(part)) return part === undefined ? 'NULL'.length : String(part).length;
  let size = Math.max(0, part.length - 1) * ', '.length;
  for (const item of part) size += sizeOf(item);
  return size;
}

function traitsOf(part: Part): number {
  if (part instanceof Sql) return part.traits & INHERITED;
  return isList(part) ? part.reduce((traits: number, item) => traits | traitsOf(item), 0) : 0;
}

/** Whether a part is a list of others. */
export function isList(part: Part): part is readonly Part[] {
  return Array.isArray(part);
}

/** Makes SQL of a template. */
export function sql(texts: readonly string[], ...parts: readonly Part[]): Sql {
  return new Sql(texts, parts);
}

/** A template of `+`, `-`, `*`, `//`, parentheses and functions that cost no more, which is cheap if its parts are. */
export function arithmetic(texts: readonly string[], ...parts: readonly Part[]): Sql {
  return new Sql(texts, parts, arithmeticCost(parts, 0));
}

/** As `arithmetic`, of a macro that repeats its operands: nested, it would multiply what DuckDB plans. */
export function arithmeticMacro(texts: readonly string[], ...parts: readonly Part[]): Sql {
  return new Sql(texts, parts, arithmeticCost(parts, HAS_MACRO), HAS_MACRO);
}

function arithmeticCost(parts: readonly Part[], traits: number): number {
  let all = traits;
  for (const part of parts) {
    if (!(part instanceof Sql)) continue;
    if (part.cost !== OPERAND && part.cost !== ARITHMETIC) return COSTLY;
    if (all & part.traits & HAS_MACRO) return COSTLY;
    all |= part.traits;
  }
  return ARITHMETIC;
}

/** A template with a SELECT in it. */
export function selecting(texts: readonly string[], ...parts: readonly Part[]): Sql {
  return new Sql(texts, parts, COSTLY, HAS_SELECT);
}

/** SQL with a separator between. */
export function join(items: readonly Sql[], separator: string): Sql {
  const [first] = items;
  if (first && items.length === 1) return first;
  if (!first) return EMPTY;
  const texts = new Array<string>(items.length + 1).fill(separator);
  texts[0] = '';
  texts[items.length] = '';
  return new Sql(texts, items);
}

const EMPTY = new Sql([''], []);

/** A variable of a lambda, a keyword. */
export function variable(name: string): Sql {
  return new Sql([name], [], OPERAND);
}

/** What the printer names: a table, or the variable of a lambda over rows. */
export function aliasOf(name: string): Sql {
  return new Sql([name], [], OPERAND, READS_ROW | IS_PATH);
}

/** A number or a Boolean as DuckDB writes it. */
export function constantOf(text: string): Sql {
  return new Sql([text], [], OPERAND, IS_CONSTANT);
}

/** A text. */
export function textOf(value: string): Sql {
  const quoted = quoteText(value);
  return value.includes('\0') ? new Sql([quoted], []) : constantOf(quoted);
}

export const NULL: Sql = variable('NULL');

/** A function that may give another value with each call. */
export function volatile(call: string): Sql {
  return new Sql([call], [], COSTLY, IS_VOLATILE);
}

export const RANDOM: Sql = volatile('random()');

/** The text that a parameter is written as, which is an operand, or the cast of one. */
export function parameterOf(name: string, text: string, cost: 'operand' | 'atom' | 'costly'): Sql {
  const costs = { operand: OPERAND, atom: ATOM, costly: COSTLY };
  return new Sql(['', ''], [new Foreign(text, [name], text.length)], costs[cost]);
}

/** A FROM item as an engine reads it, which does not count as text of the statement. */
export function sourceOf(text: string, parameters: readonly string[]): Sql {
  return new Sql(['', ''], [new Foreign(text, parameters, 0)]);
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
  return new Sql(['', `.${own}`], [owner], owner.cost, owner.traits & IS_PATH);
}

/** A field of a struct. */
export function fieldOf(struct: Sql, own: string): Sql {
  const cost = struct.cost <= ATOM ? ATOM : COSTLY;
  return new Sql(['struct_extract(', `, ${quoteText(own)})`], [struct], cost);
}

/** As `fieldOf`, with a dot behind what the printer has named. */
export function pathOf(struct: Sql, own: string): Sql {
  return struct.traits & IS_PATH ? dotted(struct, quoteName(own)) : fieldOf(struct, own);
}

/** What `body` makes of values that may be repeated: all but those that are kept are fields of a lambda's variable. */
export function bound(
  values: readonly Sql[],
  isKept: (value: Sql, index: number) => boolean,
  body: (names: readonly Sql[]) => Sql,
): Sql {
  const variable = new Variable();
  const fields: Sql[] = [];
  const names = values.map((value, i) => {
    if (isKept(value, i)) return value;
    fields.push(new Sql([`a${i}: `, ''], [value]));
    return new Sql(['', `.a${i}`], [variable], OPERAND, value.traits & READS_ROW);
  });
  return new Sql(BINDING, [fields, new Start(variable), body(names), new End()]);
}

const BINDING = ['list_transform([{', '}], lambda ', ': ', ')[1]', ''];
