import { columnRef } from '../../analysis/resolved/build.ts';
import type {
  Column,
  FunctionCall,
  ResolvedCast,
  ResolvedCte,
  ResolvedExpression,
  ResolvedLiteral,
  Scan,
  TableScan,
  WithRefScan,
} from '../../analysis/resolved/resolved.ts';
import { allScans, ctesIn } from '../../analysis/resolved/traverse.ts';
import {
  commonDigits,
  type Digits,
  digitsOfText,
  digitsWith,
} from '../../functions/core/digits.ts';

/**
 * The columns of a scan's FROM item that are DECIMALs of fewer digits than a NUMERIC, with these digits; the others of
 * that type are as `functions/core/duckdb-type.ts` says.
 */
export type StoredDigits = (scan: TableScan) => ReadonlyMap<string, Digits>;

/** A column's value, or the digits of its source. */
type Origin = ResolvedExpression | Digits;

/** Sums and products of more levels have more digits than a NUMERIC. */
const MAX_LEVELS = 16;

const INT64_DIGITS: Digits = [19, 0];

/**
 * The digits that values of a statement's NUMERIC expressions have at most, where these are fewer than a NUMERIC has.
 *
 * Arithmetic of a NUMERIC takes 128 bits, and checks its range. A column of few digits needs neither, and nor do sums and
 * products of such columns.
 */
export class StatementDigits {
  readonly #root: Scan;
  readonly #storedDigits: StoredDigits;
  /** Of every column that may have digits, by id; undefined until the first use. */
  #origins: Map<number, Origin> | undefined;
  readonly #columns = new Map<number, Digits | undefined>();

  constructor(root: Scan, storedDigits: StoredDigits = () => new Map()) {
    this.#root = root;
    this.#storedDigits = storedDigits;
  }

  /** The digits of an expression; undefined if it is no NUMERIC, or may have all digits of one. */
  of(expression: ResolvedExpression): Digits | undefined {
    return this.#of(expression, 0);
  }

  /** The digits of a column. */
  ofColumn({ id, type }: Column): Digits | undefined {
    return type.kind === 'NUMERIC' ? this.#ofColumn(id, 0) : undefined;
  }

  /** The expression that computes a column; undefined if there is none, or it is not known. */
  definitionOf({ id }: Column): ResolvedExpression | undefined {
    const origin = this.#allOrigins().get(id);
    return origin && 'kind' in origin ? origin : undefined;
  }

  /** Makes a column's value known that the statement has not. */
  add({ id }: Column, value: ResolvedExpression): void {
    this.#allOrigins().set(id, value);
  }

  #of(expression: ResolvedExpression, level: number): Digits | undefined {
    if (expression.type.kind !== 'NUMERIC' || level > MAX_LEVELS) return undefined;
    switch (expression.kind) {
      case 'literal':
        return ofLiteral(expression);
      case 'cast':
        return ofCast(expression);
      case 'column':
        return this.#ofColumn(expression.column.id, level + 1);
      case 'call':
        return this.#ofCall(expression, level + 1);
      default:
        return undefined;
    }
  }

  #ofColumn(id: number, level: number): Digits | undefined {
    if (this.#columns.has(id)) return this.#columns.get(id);
    // What a recursive CTE reads of itself has no known digits.
    this.#columns.set(id, undefined);
    const origin = this.#allOrigins().get(id);
    const digits = origin && ('kind' in origin ? this.#of(origin, level) : origin);
    this.#columns.set(id, digits);
    return digits;
  }

  #ofCall({ arguments: args, function: { name }, safe }: FunctionCall, level: number) {
    if (safe) return undefined;
    const all = (values: readonly ResolvedExpression[]) =>
      values.map((value) => this.#of(value, level));
    switch (name) {
      case '$add':
      case '$subtract':
        return ofSum(commonDigits(all(args)));
      case '$multiply':
        return ofProduct(all(args));
      case '$unary_minus':
      case 'ABS':
        return args[0] && this.#of(args[0], level);
      case 'COALESCE':
      case 'IFNULL':
        return commonDigits(all(args));
      case 'IF':
        return commonDigits(all(args.slice(1)));
      case '$case_no_value':
        return commonDigits(all(args.filter((_, i) => i % 2 === 1 || i === args.length - 1)));
      default:
        return undefined;
    }
  }

  #allOrigins(): Map<number, Origin> {
    this.#origins ??= new Map(columnOrigins(this.#root, this.#storedDigits));
    return this.#origins;
  }
}

/** The columns that may have digits, and where they come from. */
function* columnOrigins(root: Scan, storedDigits: StoredDigits): Generator<[number, Origin]> {
  const scans = allScans(root);
  const ctes = ctesIn(scans);
  for (const scan of scans) {
    switch (scan.kind) {
      case 'project':
        for (const { column, expression } of scan.computed) yield [column.id, expression];
        break;
      case 'aggregate':
        for (const { column, expression } of scan.groups) yield [column.id, expression];
        break;
      case 'table':
        yield* storedColumns(scan, storedDigits(scan));
        break;
      case 'with_ref':
        yield* readColumns(scan, ctes.get(scan.cteId));
        break;
    }
  }
}

function* storedColumns(
  { columns, sources }: TableScan,
  stored: ReadonlyMap<string, Digits>,
): Generator<[number, Origin]> {
  for (const [i, { id }] of columns.entries()) {
    const digits = stored.get(sources[i] ?? '');
    if (digits) yield [id, digits];
  }
}

function* readColumns(
  { columns, sources }: WithRefScan,
  cte: ResolvedCte | undefined,
): Generator<[number, Origin]> {
  if (!cte || cte.isRecursive) return;
  for (const [i, { id }] of columns.entries()) {
    const column = cte.columns[sources[i] ?? i]?.column;
    if (column) yield [id, columnRef(column)];
  }
}

function ofLiteral({ value }: ResolvedLiteral): Digits | undefined {
  return value === null ? digitsWith(0, 0) : digitsOfText(String(value));
}

function ofCast({ expression, safe }: ResolvedCast): Digits | undefined {
  if (safe || expression.type.kind !== 'INT64') return undefined;
  if (expression.kind !== 'literal' || expression.value === null) return INT64_DIGITS;
  return digitsOfText(String(expression.value));
}

function ofSum(digits: Digits | undefined): Digits | undefined {
  return digits && digitsWith(digits[0] - digits[1] + 1, digits[1]);
}

/** Also of the DECIMAL that DuckDB makes of them. */
function ofProduct([left, right]: readonly (Digits | undefined)[]): Digits | undefined {
  if (!left || !right) return undefined;
  const scale = left[1] + right[1];
  return digitsWith(left[0] + right[0] - scale, scale);
}
