import { isCheap } from '../../functions/core/lowering.ts';
import { SqlError } from '../../sql-error.ts';
import type { StructType, Type } from '../../types.ts';

/** What BigQuery says of a query that it cannot plan. */
export const TOO_COMPLEX =
  'Not enough resources for query planning - too many subqueries or query is too complex';

/**
 * The longest text of a statement. Some twenty TO_JSON_STRING of whole log entries fit, or twice the literals that
 * 64 KiB hold; printing and weighing it takes some 5 ms, during which nothing else runs.
 */
export const MAX_TEXT = 300_000;

/** How much text it takes to name every part of a value. */
interface Spelling {
  readonly parts: number;
  /** The lengths of the ways from the value to its parts. */
  readonly text: number;
}

/** What stands around a field's name on the way to it: `struct_extract(…, '…')`. */
const AROUND_NAME = 20;

const SPELLINGS = new WeakMap<StructType, Spelling>();

/**
 * Keeps short statements from becoming huge texts: a function may name every field of its argument, and types grow
 * by standing inside each other. It is asked before a text is made wherever one step can make much.
 */
export class TextBudget {
  #printed = 0;
  #within = 0;

  /** Runs `print` and counts what its text has beyond those that were printed within it. */
  count(print: () => string): string {
    const before = this.#within;
    this.#within = 0;
    const text = print();
    this.#spend(Math.max(0, text.length - this.#within));
    this.#within = before + text.length;
    return text;
  }

  /** Refuses to name every part of an operand when that would be too much. */
  checkParts(type: Type, operand: string): void {
    if (type.kind !== 'STRUCT' && type.kind !== 'ARRAY') return;
    const { parts, text } = spellingOf(type);
    // A costly operand gets a short name first.
    const length = isCheap(operand) ? operand.length : AROUND_NAME;
    this.#refuseOver(text + parts * length);
  }

  #spend(length: number): void {
    this.#printed += length;
    this.#refuseOver(0);
  }

  #refuseOver(more: number): void {
    if (this.#printed + more > MAX_TEXT) throw new SqlError(TOO_COMPLEX);
  }
}

function spellingOf(type: Type): Spelling {
  if (type.kind === 'ARRAY') {
    const { parts, text } = spellingOf(type.element);
    return { parts: parts + 1, text: text + parts };
  }
  if (type.kind !== 'STRUCT') return { parts: 1, text: 0 };
  const known = SPELLINGS.get(type) ?? spellingOfStruct(type);
  SPELLINGS.set(type, known);
  return known;
}

function spellingOfStruct({ fields }: StructType): Spelling {
  let parts = 1;
  let text = 0;
  for (const { name, type } of fields) {
    const below = spellingOf(type);
    parts += below.parts;
    text += below.text + below.parts * (name.length + AROUND_NAME);
  }
  return { parts, text };
}
