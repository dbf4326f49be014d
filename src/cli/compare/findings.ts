/** A service's answer. */
export interface ServiceAnswer {
  readonly status: number;
  /** Undefined if the body is not an object with rows. */
  readonly rows: readonly JsonRow[] | undefined;
  readonly hasError: boolean;
  /** How long it has been in a cache, as its headers say. */
  readonly ageSeconds: number;
  readonly ms: number;
}

/** A row by column name, with each value as JSON text, so that no digit of an integer is lost. */
export type JsonRow = Readonly<Record<string, string>>;

/** The kind of a difference. */
export type DifferenceKind =
  | 'status'
  | 'columns'
  | 'types'
  | 'rows'
  | 'values'
  | 'order'
  | 'speed'
  | 'time'
  | 'improved-status'
  | 'improved-answer'
  | 'improved-order'
  | 'improved-buckets';

/** One difference between the answers to one request. */
export interface Finding {
  readonly endpoint: string;
  readonly kind: DifferenceKind;
  /** Undefined if the difference concerns the whole answer. */
  readonly column: string | undefined;
  readonly detail: string;
  /** An example of differing values; printed only on request. */
  readonly values?: readonly [old: string, new: string];
}

/** What a finding is to callers who change to the new service. */
export type FindingVerdict = 'REGRESSION' | 'undecided' | 'improvement';

/** What a finding is: rows of two moments decide nothing. */
export function verdictOf({ kind }: Pick<Finding, 'kind'>): FindingVerdict {
  if (kind === 'time') return 'undecided';
  return kind.startsWith('improved-') ? 'improvement' : 'REGRESSION';
}

/** A difference, without the endpoint of the request. */
export type Difference = Omit<Finding, 'endpoint'>;

/** Whether rows or values differ, as they do between two moments too. */
export function isOfContent({ kind }: Difference): boolean {
  return kind === 'rows' || kind === 'values';
}

/** The differences between two answers to the same request. */
export function findDifferences(
  before: ServiceAnswer,
  after: ServiceAnswer,
): readonly Difference[] {
  const status = statusFinding(before, after);
  const speed = speedFinding(before, after);
  const rows =
    before.rows && after.rows
      ? explainedByTime(rowFindings(before.rows, after.rows), before, after)
      : envelopeFinding(before, after);
  return [...status, ...(status.length > 0 ? [] : rows), ...speed];
}

function statusFinding(before: ServiceAnswer, after: ServiceAnswer): readonly Difference[] {
  if (before.status === after.status) return [];
  const detail =
    after.status === 0 ? 'no answer' : `status ${before.status} became ${after.status}`;
  return [{ kind: statusKind(before, after), column: undefined, detail }];
}

/** The older service answers errors with 200. A refusal that is gone may be a caller who sees too much. */
function statusKind(before: ServiceAnswer, after: ServiceAnswer): DifferenceKind {
  if (before.status === 200 && before.hasError && after.status >= 400) return 'improved-status';
  return before.status >= 500 && after.status === 200 && after.rows ? 'improved-answer' : 'status';
}

function envelopeFinding(before: ServiceAnswer, after: ServiceAnswer): readonly Difference[] {
  if ((before.rows === undefined) === (after.rows === undefined)) return [];
  if (!after.rows) {
    return [{ kind: 'rows', column: undefined, detail: 'no rows where there were some' }];
  }
  const kind = before.hasError ? 'improved-answer' : 'rows';
  return [{ kind, column: undefined, detail: 'rows in place of an error' }];
}

/** Other rows and values prove nothing where the answers were cached at different times. */
function explainedByTime(
  differences: readonly Difference[],
  before: ServiceAnswer,
  after: ServiceAnswer,
): readonly Difference[] {
  const seconds = Math.abs(before.ageSeconds - after.ageSeconds);
  if (seconds === 0 || !differences.some(isOfContent)) return differences;
  const detail = `other rows, of moments ${seconds} s apart`;
  return [{ kind: 'time', column: undefined, detail }];
}

/** Smaller slowdowns do not matter. */
const MIN_SLOWER_MS = 500;
const SLOWER = 3;

function speedFinding(before: ServiceAnswer, after: ServiceAnswer): readonly Difference[] {
  if (after.ms < before.ms * SLOWER || after.ms - before.ms < MIN_SLOWER_MS) return [];
  const detail = `${Math.round(before.ms)} ms became ${Math.round(after.ms)} ms`;
  return [{ kind: 'speed', column: undefined, detail }];
}

function rowFindings(before: readonly JsonRow[], after: readonly JsonRow[]): readonly Difference[] {
  const columns = columnFindings(before, after);
  if (columns.length > 0) return columns;
  const types = typeFindings(before, after);
  if (types.length > 0) return types;
  if (plainText(before) === plainText(after)) return [];
  if (plainText(before, sorted) === plainText(after, sorted)) return [orderFinding(before, after)];
  return bucketFinding(before, after) ?? contentFindings(before, after);
}

const sorted = (lines: readonly string[]): readonly string[] => lines.toSorted();

function plainText(rows: readonly JsonRow[], order = (lines: readonly string[]) => lines): string {
  return order(rows.map(textOf)).join('\n');
}

/** The same text for rows with the same members in another order. */
function textOf(row: JsonRow): string {
  return JSON.stringify(row, Object.keys(row).sort());
}

function columnFindings(
  before: readonly JsonRow[],
  after: readonly JsonRow[],
): readonly Difference[] {
  if (before.length === 0 || after.length === 0) return [];
  const [old, now] = [columnsOf(before), columnsOf(after)];
  const gone = [...old].filter((name) => !now.has(name));
  const added = [...now].filter((name) => !old.has(name));
  return [
    ...gone.map((column): Difference => ({ kind: 'columns', column, detail: 'is gone' })),
    ...added.map((column): Difference => ({ kind: 'columns', column, detail: 'is new' })),
  ];
}

/** The columns of all rows: a service may leave out members that are null. */
function columnsOf(rows: readonly JsonRow[]): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => Object.keys(row)));
}

function typeFindings(
  before: readonly JsonRow[],
  after: readonly JsonRow[],
): readonly Difference[] {
  return [...columnsOf(before)].flatMap((column): readonly Difference[] => {
    const [old, now] = [typesOf(before, column), typesOf(after, column)];
    const isSame = old.size === 0 || now.size === 0 || [...now].every((type) => old.has(type));
    const detail = `${[...old].join(' or ')} became ${[...now].join(' or ')}`;
    return isSame ? [] : [{ kind: 'types', column, detail }];
  });
}

function typesOf(rows: readonly JsonRow[], column: string): ReadonlySet<string> {
  const types = rows.map((row) => jsonType(row[column] ?? 'null'));
  return new Set(types.filter((type) => type !== 'null'));
}

function jsonType(json: string): string {
  if (json.startsWith('"')) return 'string';
  if (json.startsWith('[')) return 'array';
  if (json.startsWith('{')) return 'object';
  return /^[-\d]/.test(json) ? 'number' : json === 'null' ? 'null' : 'boolean';
}

/** The older service's outer SELECT has no ORDER BY. */
function orderFinding(before: readonly JsonRow[], after: readonly JsonRow[]): Difference {
  const column = 'timestamp';
  const detail = 'the same rows in another order';
  const isBetter = isOrdered(after, column) && !isOrdered(before, column);
  return { kind: isBetter ? 'improved-order' : 'order', column: undefined, detail };
}

function isOrdered(rows: readonly JsonRow[], column: string): boolean {
  const keys = rows.map((row) => row[column] ?? '');
  const signs = keys.slice(1).map((key, at) => compareJson(keys[at] ?? '', key));
  return signs.every((sign) => sign <= 0) || signs.every((sign) => sign >= 0);
}

/** The order of two JSON texts, of numbers by their value. */
function compareJson(left: string, right: string): number {
  if (/^-?\d+$/.test(left) && /^-?\d+$/.test(right)) return Number(BigInt(left) - BigInt(right));
  return left < right ? -1 : Number(left > right);
}

/** The older service omits empty buckets. */
function bucketFinding(
  before: readonly JsonRow[],
  after: readonly JsonRow[],
): readonly Difference[] | undefined {
  const old = new Set(before.map(textOf));
  const isNew = (row: JsonRow) => !old.has(textOf(row));
  const added = after.filter(isNew);
  const others = after.filter((row) => !isNew(row));
  if (added.length === 0 || !added.every(isEmptyBucket)) return undefined;
  if (plainText(others, sorted) !== plainText(before, sorted)) return undefined;
  const detail = `${added.length} empty buckets are there`;
  const buckets: Difference = { kind: 'improved-buckets', column: undefined, detail };
  return plainText(others) === plainText(before)
    ? [buckets]
    : [buckets, orderFinding(before, after)];
}

function isEmptyBucket({ timestamp, ...values }: JsonRow): boolean {
  const all = Object.values(values);
  return (
    timestamp !== undefined && all.includes('0') && all.every((v) => v === '0' || v === 'null')
  );
}

/** Stands for a member that a row does not have. */
const ABSENT = 'nothing';

function contentFindings(
  before: readonly JsonRow[],
  after: readonly JsonRow[],
): readonly Difference[] {
  if (before.length !== after.length) {
    const detail = `${before.length} rows became ${after.length}`;
    return [{ kind: 'rows', column: undefined, detail }];
  }
  return [...columnsOf(before)].flatMap((column): readonly Difference[] => {
    const differing = before.flatMap((row, at) => {
      const pair = [row[column] ?? ABSENT, after[at]?.[column] ?? ABSENT] as const;
      return pair[0] === pair[1] ? [] : [pair];
    });
    const [first] = differing;
    if (!first) return [];
    const detail = `${differing.length} of ${before.length} values differ`;
    return [{ kind: 'values', column, detail, values: first }];
  });
}
