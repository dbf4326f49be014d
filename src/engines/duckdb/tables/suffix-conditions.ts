import {
  conjunctsOf,
  type FunctionCall,
  type ResolvedExpression,
  TABLE_SUFFIX,
  type TableScan,
} from '#googlesql';
import type { BoundParameter } from '../../engine.ts';
import type { ScanPredicates } from '../../scan-predicates.ts';
import { withoutCast } from './without-cast.ts';

type Parameters = ReadonlyMap<string, BoundParameter>;

/**
 * Whether rows of a file may meet the conditions of a scan, as far as they compare the suffix of a wildcard table with
 * values that are evaluated here: of any other condition they may.
 */
export function mayHaveRows(
  { conjuncts, scan }: Pick<ScanPredicates, 'conjuncts' | 'scan'>,
  suffix: string | undefined,
  parameters: Parameters,
): boolean {
  if (suffix === undefined || !scan.sources.includes(TABLE_SUFFIX)) return true;
  return conjuncts.every((conjunct) => mayBeTrue(conjunct, { scan, suffix, parameters }));
}

interface SuffixOfScan {
  readonly scan: TableScan;
  readonly suffix: string;
  readonly parameters: Parameters;
}

function mayBeTrue(condition: ResolvedExpression, of: SuffixOfScan): boolean {
  if (condition.kind !== 'call') return true;
  switch (condition.function.name) {
    case '$and':
      return conjunctsOf(condition).every((part) => mayBeTrue(part, of));
    case '$or':
      return condition.arguments.some((part) => mayBeTrue(part, of));
    case '$is_null':
      return mayBeNull(condition.arguments[0], of);
    default:
      return mayCompareTrue(condition, of);
  }
}

/** A parameter has its value; of anything else it is not known. */
function mayBeNull(operand: ResolvedExpression | undefined, of: SuffixOfScan): boolean {
  return operand?.kind !== 'parameter' || constantOf(operand, of) === null;
}

/** Comparisons of the suffix, of which the first argument is the left side, with `compare`'s result. */
const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  $equal: (order) => order === 0,
  $not_equal: (order) => order !== 0,
  $less: (order) => order < 0,
  $less_or_equal: (order) => order <= 0,
  $greater: (order) => order > 0,
  $greater_or_equal: (order) => order >= 0,
};

/** What a text begins with that meets a condition, by the condition's second argument. */
const PREFIXES: Readonly<Record<string, (text: string) => string>> = {
  STARTS_WITH: (text) => text,
  $like: (pattern) => /^[^%_\\]*/.exec(pattern)?.[0] ?? '',
};

function mayCompareTrue(call: FunctionCall, of: SuffixOfScan): boolean {
  const texts = call.arguments.map((argument) => textOf(argument, of));
  const [first, second, third] = texts;
  const isAboutSuffix = call.arguments.some((argument) => isSuffix(argument, of.scan));
  if (!isAboutSuffix || first === undefined) return true;
  const { name } = call.function;
  if (name === '$in') return texts.slice(1).some((text) => text === undefined || text === first);
  if (second === undefined) return true;
  const prefix = PREFIXES[name]?.(second);
  if (prefix !== undefined) return first.startsWith(prefix);
  if (name === '$between') {
    return compare(first, second) >= 0 && (third === undefined || compare(first, third) <= 0);
  }
  return COMPARISONS[name]?.(compare(first, second)) ?? true;
}

/** GoogleSQL compares texts by their bytes. */
function compare(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** The text that an expression gives for the rows of a file; undefined if it is NULL, or is not evaluated here. */
function textOf(written: ResolvedExpression, of: SuffixOfScan): string | undefined {
  const expression = withoutCast(written);
  if (isSuffix(expression, of.scan)) return of.suffix;
  if (expression.kind !== 'call') {
    const value = constantOf(expression, of);
    return typeof value === 'string' ? value : undefined;
  }
  const [first, ...rest] = expression.arguments;
  switch (first && expression.function.name) {
    case 'COALESCE':
    case 'IFNULL': {
      const isNull = first?.kind === 'parameter' && constantOf(first, of) === null;
      const next = isNull ? { ...expression, arguments: rest } : first;
      return next && textOf(next, of);
    }
    case 'FORMAT_DATE': {
      const [format, date] = expression.arguments.map((argument) => textOf(argument, of));
      return formattedDate(format, date);
    }
    default:
      return undefined;
  }
}

function constantOf(expression: ResolvedExpression, { parameters }: SuffixOfScan): unknown {
  if (expression.kind === 'parameter') return parameters.get(expression.name)?.value ?? null;
  return expression.kind === 'literal' ? expression.value : undefined;
}

/** `FORMAT_DATE('%Y%m%d', '2026-07-01')`; undefined for other parts of a format. */
function formattedDate(format: string | undefined, date: string | undefined): string | undefined {
  const [, year, month, day] = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(date ?? '') ?? [];
  if (format === undefined || year === undefined || !/^(?:%[Ymd]|[^%])*$/.test(format)) {
    return undefined;
  }
  const parts: Readonly<Record<string, string | undefined>> = { Y: year, m: month, d: day };
  return format.replace(/%([Ymd])/g, (_, part: string) => parts[part] ?? '');
}

function isSuffix(expression: ResolvedExpression, { columns, sources }: TableScan): boolean {
  if (expression.kind !== 'column') return false;
  return sources[columns.indexOf(expression.column)] === TABLE_SUFFIX;
}
