import type { Type } from '../../types.ts';
import { guardedValue } from '../resolved/guarded-value.ts';
import type {
  Column,
  FunctionCall,
  ResolvedCte,
  ResolvedExpression,
  ResolvedStatement,
  ResolvedSubquery,
  Scan,
  ScanOf,
  TableScan,
} from '../resolved/resolved.ts';
import { expressionParts, expressionsOf, inputsOf, operandsOf } from '../resolved/traverse.ts';

/**
 * What a statement reads of a value. An array counts as its elements: the fields of an array of records are theirs.
 *
 * A use without `isWhole` and fields reads whether there is a value, or how many elements an array has.
 */
export interface LeafUse {
  /** Whether all of it is read, as every scalar is that is read at all. */
  readonly isWhole: boolean;
  /** Whether it matters that it is NULL, in another way than by its fields being NULL, or that UNNEST has no elements. */
  readonly isTested: boolean;
  /** Whether it is read through a security barrier's `CASE WHEN own THEN value END`. */
  readonly isGuarded: boolean;
  /** By the index of a field. */
  readonly fields: ReadonlyMap<number, LeafUse>;
}

/** Options of `LeafUses`. */
export interface LeafUsesOptions {
  /** Whether a barrier's `CASE WHEN own THEN value END` reads of the value what is read of itself, or all of it. */
  readonly throughGuards: boolean;
}

/**
 * Which leaves of records each scan of a base table reads.
 *
 * - A path `a.b.c` reads the leaf `c`, also through subqueries in FROM, CTEs, UNION ALL, and UNNEST of an array.
 * - A record or an array of records reads all its leaves where anything else is done with it: as an argument, in CASE, in
 *   a struct, as a key, in a result. A test for NULL, ARRAY_LENGTH and a subscript read none themselves.
 * - `ARRAY(SELECT …)` and scalar subqueries over UNNEST read what is read of their value.
 * - What no output depends on reads nothing: columns of CTEs and of subqueries that are not read, CTEs without a reader.
 */
export class LeafUses {
  readonly #options: LeafUsesOptions;
  readonly #byColumn = new Map<number, MutableUse>();
  readonly #ctes = new Map<number, ResolvedCte>();
  readonly #readCtes = new Set<number>();
  readonly #scans = new Map<TableScan, ReadonlyMap<string, LeafUse>>();

  constructor({ output, scan }: ResolvedStatement, options: LeafUsesOptions) {
    this.#options = options;
    for (const { column } of output) this.#use(column, WHOLE_USE);
    this.#visit(scan);
  }

  /** The uses of the columns of each scan that is read, by the columns' names. */
  get scans(): ReadonlyMap<TableScan, ReadonlyMap<string, LeafUse>> {
    return this.#scans;
  }

  #use(column: Column, use: LeafUse): void {
    const known = this.#byColumn.get(column.id) ?? new MutableUse();
    known.add(isRecord(column.type) ? use : WHOLE_USE);
    this.#byColumn.set(column.id, known);
  }

  /** From the top down: all uses of a column are above the scan that makes it, or in that scan's expressions. */
  #visit(scan: Scan): void {
    switch (scan.kind) {
      case 'table':
        this.#scans.set(scan, this.#columnsOf(scan));
        return;
      case 'with':
        this.#visitWith(scan);
        return;
      case 'with_ref':
        this.#visitReference(scan);
        return;
      case 'set_operation':
        this.#visitSetOperation(scan);
        break;
      case 'project':
        for (const { column, expression } of scan.computed) {
          const use = this.#byColumn.get(column.id);
          if (use) this.#read(expression, use);
        }
        break;
      case 'array':
        // A condition reads the element too.
        if (scan.condition) this.#read(scan.condition, WHOLE_USE);
        this.#read(scan.array, this.#byColumn.get(scan.element.id) ?? NOTHING);
        break;
      default:
        for (const expression of expressionsOf(scan)) this.#read(expression, WHOLE_USE);
    }
    for (const input of inputsOf(scan)) this.#visit(input);
  }

  #columnsOf({ columns, sources }: TableScan): ReadonlyMap<string, LeafUse> {
    return new Map(
      columns.flatMap((column, i) => {
        const use = this.#byColumn.get(column.id);
        return use ? [[sources[i] ?? '', use] as const] : [];
      }),
    );
  }

  #visitWith(scan: ScanOf<'with'>): void {
    for (const cte of scan.ctes) this.#ctes.set(cte.id, cte);
    this.#visit(scan.body);
    // All reads of a CTE come after it.
    for (const cte of scan.ctes.toReversed()) {
      if (!this.#readCtes.has(cte.id)) continue;
      // A recursive one reads itself, so that its uses would have no end.
      if (cte.isRecursive) for (const { column } of cte.columns) this.#use(column, WHOLE_USE);
      this.#visit(cte.scan);
    }
  }

  #visitReference({ columns, cteId, sources }: ScanOf<'with_ref'>): void {
    this.#readCtes.add(cteId);
    for (const [i, { id }] of columns.entries()) {
      const use = this.#byColumn.get(id);
      const source = this.#ctes.get(cteId)?.columns[sources[i] ?? -1]?.column;
      if (use && source) this.#use(source, use);
    }
  }

  #visitSetOperation({ columns, inputs, operator, quantifier }: ScanOf<'set_operation'>): void {
    const isUnionAll = operator === 'UNION' && quantifier === 'ALL';
    for (const [i, { id }] of columns.entries()) {
      const use = isUnionAll ? this.#byColumn.get(id) : WHOLE_USE;
      for (const input of inputs) {
        const column = input.columns[i];
        if (use && column) this.#use(column, use);
      }
    }
  }

  /** Adds what an expression reads of columns where `use` is read of its value. */
  #read(root: ResolvedExpression, rootUse: LeafUse): void {
    const pending: Reading[] = [[root, rootUse]];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const [expression] = next;
      const use = isRecord(expression.type) ? next[1] : WHOLE_USE;
      if (expression.kind === 'column') this.#use(expression.column, use);
      else pending.push(...this.#partsRead(expression, use));
    }
  }

  #partsRead(expression: ResolvedExpression, use: LeafUse): readonly Reading[] {
    switch (expression.kind) {
      case 'get_field':
        return [[expression.struct, ofField(expression.index, use)]];
      case 'call':
        return this.#callParts(expression, use);
      case 'subquery':
        return this.#subqueryParts(expression, use);
      default:
        return expressionParts(expression).map((part) => [part, WHOLE_USE] as const);
    }
  }

  #callParts(call: FunctionCall, use: LeafUse): readonly Reading[] {
    const guarded = this.#options.throughGuards ? guardedValue(call) : undefined;
    if (guarded) {
      return [
        [guarded.condition, WHOLE_USE],
        [guarded.value, { ...use, isGuarded: true }],
      ];
    }
    const operands = operandsOf(call);
    const [first, ...rest] = operands;
    if (!first || !FIELD_BLIND.test(call.function.name)) {
      return operands.map((operand) => [operand, WHOLE_USE] as const);
    }
    // A value without a test or a field of its own is what NULL or an index out of range gives.
    const own = SUBSCRIPT.test(call.function.name) ? use : NOTHING;
    return [
      [first, { ...own, isTested: true }],
      ...rest.map((operand) => [operand, WHOLE_USE] as const),
    ];
  }

  #subqueryParts(
    { column, modifier, needle, scan }: ResolvedSubquery,
    use: LeafUse,
  ): readonly Reading[] {
    if (modifier === 'IN') this.#use(column, WHOLE_USE);
    else if (modifier !== 'EXISTS') this.#use(column, use);
    this.#visit(scan);
    return needle ? [[needle, WHOLE_USE]] : [];
  }
}

/** An expression, and what is read of its value. */
type Reading = readonly [ResolvedExpression, LeafUse];

const SUBSCRIPT = /^\$(?:safe_)?array_at_\w+$/;

/** Functions of a record or an array of records that read none of its fields. */
const FIELD_BLIND = /^(?:\$(?:safe_)?array_at_\w+|\$is_null|ARRAY_LENGTH)$/;

const NOTHING: LeafUse = { isWhole: false, isTested: false, isGuarded: false, fields: new Map() };

/** The use of a value of which all is read. */
export const WHOLE_USE: LeafUse = { ...NOTHING, isWhole: true };

/** The use of a record by that of one field. */
function ofField(index: number, use: LeafUse): LeafUse {
  return { ...NOTHING, isGuarded: use.isGuarded, fields: new Map([[index, use]]) };
}

/** What several scans of a table read of its columns together. */
export function allUses(
  scans: Iterable<ReadonlyMap<string, LeafUse>>,
): ReadonlyMap<string, LeafUse> {
  const all = new Map<string, MutableUse>();
  for (const columns of scans) {
    for (const [name, use] of columns) {
      const known = all.get(name) ?? new MutableUse();
      known.add(use);
      all.set(name, known);
    }
  }
  return all;
}

function isRecord(type: Type): boolean {
  return type.kind === 'STRUCT' || (type.kind === 'ARRAY' && type.element.kind === 'STRUCT');
}

/** A use that grows. */
class MutableUse implements LeafUse {
  isWhole = false;
  isTested = false;
  isGuarded = false;
  readonly fields = new Map<number, MutableUse>();

  add(other: LeafUse): void {
    this.isWhole ||= other.isWhole;
    this.isTested ||= other.isTested;
    this.isGuarded ||= other.isGuarded;
    for (const [index, use] of other.fields) {
      const own = this.fields.get(index) ?? new MutableUse();
      own.add(use);
      this.fields.set(index, own);
    }
  }
}
