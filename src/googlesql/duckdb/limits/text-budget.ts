import { NULL, type Sql } from '../../functions/core/sql.ts';
import { SqlError } from '../../sql-error.ts';
import type { StructType, Type } from '../../types.ts';

/** BigQuery's message for a query that is too complex to plan. */
export const TOO_COMPLEX =
  'Not enough resources for query planning - too many subqueries or query is too complex';

/**
 * The maximum length of a statement. It fits about twenty `TO_JSON_STRING(row)` of log entries, or twice the literals
 * that 64 KiB of SQL hold; printing and measuring it blocks the event loop for about 5 ms.
 */
export const MAX_TEXT = 300_000;

/** About one second of planning; some `TO_JSON_STRING` calls on whole log entries need a tenth of it. */
const MAX_PLANNING_TIME = 4_000_000;

/** What a statement costs before it is run, without how its tables are read. */
export interface StatementCost {
  /** In characters. */
  readonly size: number;
  /** An estimate of how long DuckDB takes to plan it, in units of about 100 ns. */
  planningTime(): number;
}

/** Whether a statement is too long, or takes DuckDB too long to plan. */
export function isTooComplex({ size, planningTime }: StatementCost): boolean {
  return size > MAX_TEXT || planningTime() > MAX_PLANNING_TIME;
}

/** Subqueries whose errors are caught. Nested ones are copied: five in each other are 63, which DuckDB plans for a second. */
const MAX_CAUGHT = 64;

/** The text needed to name every part of a value. */
interface PathLengths {
  readonly parts: number;
  /** The total length of the access paths from the value to its parts. */
  readonly text: number;
}

/** The characters around a field's name in an access path: `struct_extract(…, '…')`. */
const FIELD_ACCESS_LENGTH = 20;

const PATH_LENGTHS = new WeakMap<StructType, PathLengths>();

/**
 * Bounds the text that a short statement may expand to: a function may name every field of its argument, and types can
 * nest. Checked before generating text wherever one step can generate much.
 */
export class TextBudget {
  #printed = 0;
  #within = 0;
  #caught = 0;

  /** Runs `make` and counts the text that its SQL will be, excluding what was already counted by nested calls. */
  count(make: () => Sql): Sql {
    const before = this.#within;
    this.#within = 0;
    const made = make();
    this.#spend(Math.max(0, made.size - this.#within));
    this.#within = before + made.size;
    return made;
  }

  /** Refuses to name every part of operands of these types if that exceeds the budget. */
  checkParts(types: readonly Type[], operands: readonly Sql[]): void {
    let more = 0;
    for (const [i, type] of types.entries()) {
      if (type.kind !== 'STRUCT' && type.kind !== 'ARRAY') continue;
      const { parts, text } = pathLengths(type);
      const operand = operands[i] ?? NULL;
      // A costly operand is bound to a short name first.
      more += text + parts * (operand.isCheap ? operand.size : FIELD_ACCESS_LENGTH);
    }
    this.#refuseOver(more);
  }

  /** Counts a subquery whose errors are caught. */
  countCaught(): void {
    this.#caught += 1;
    if (this.#caught > MAX_CAUGHT) throw new SqlError(TOO_COMPLEX);
  }

  #spend(length: number): void {
    this.#printed += length;
    this.#refuseOver(0);
  }

  #refuseOver(more: number): void {
    if (this.#printed + more > MAX_TEXT) throw new SqlError(TOO_COMPLEX);
  }
}

function pathLengths(type: Type): PathLengths {
  if (type.kind === 'ARRAY') {
    const { parts, text } = pathLengths(type.element);
    return { parts: parts + 1, text: text + parts };
  }
  if (type.kind !== 'STRUCT') return { parts: 1, text: 0 };
  const cached = PATH_LENGTHS.get(type) ?? structPathLengths(type);
  PATH_LENGTHS.set(type, cached);
  return cached;
}

function structPathLengths({ fields }: StructType): PathLengths {
  let parts = 1;
  let text = 0;
  for (const { name, type } of fields) {
    const below = pathLengths(type);
    parts += below.parts;
    text += below.text + below.parts * (name.length + FIELD_ACCESS_LENGTH);
  }
  return { parts, text };
}
