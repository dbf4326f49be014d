import type { AggregateCall, AnalyticCall } from '../../analysis/resolved/resolved.ts';
import { asAnyInteger, type Facts, ofEach, optional, unproven, withRequired } from './facts.ts';
import type { Proof, Rows } from './rows.ts';

const COUNTS: ReadonlySet<string> = new Set([
  ...['$count_star', 'COUNT', 'COUNTIF', 'APPROX_COUNT_DISTINCT'],
  ...['ROW_NUMBER', 'RANK', 'DENSE_RANK', 'NTILE'],
]);

const FRACTIONS: ReadonlySet<string> = new Set(['PERCENT_RANK', 'CUME_DIST']);

/** Aggregates whose result is one of the values. */
const CHOOSING: ReadonlySet<string> = new Set(['MIN', 'MAX', 'ANY_VALUE']);

/** Aggregates that have a value where there is a row and no argument is NULL. */
const FOLDING: ReadonlySet<string> = new Set([
  ...['SUM', 'AVG', 'STRING_AGG', 'LOGICAL_AND', 'LOGICAL_OR'],
]);

/** What is proven of an aggregate of rows; `hasRow`: there is at least one. */
export function aggregateFacts(
  call: AggregateCall,
  hasRow: boolean,
  rows: Rows,
  proof: Proof,
): Facts {
  const {
    type,
    function: { name },
  } = call;
  const args = call.arguments.map((argument) => proof.facts(argument, rows));
  if (COUNTS.has(name)) return counted(call);
  if (name === 'GROUPING') return withRequired(unproven(type), true);
  const [first = unproven(type)] = args;
  const isFull = hasRow && !call.safe && hasWeightyRow(call, rows, proof);
  const isRequired = isFull && args.every((argument) => argument.isRequired);
  if (name === 'ARRAY_AGG') {
    const element = call.nulls === 'IGNORE' ? withRequired(first, true) : first;
    return { ...withRequired(unproven(type), isFull && call.nulls !== 'IGNORE'), element };
  }
  if (CHOOSING.has(name)) return withRequired(first, isRequired);
  const facts = withRequired(unproven(type), FOLDING.has(name) && isRequired);
  // A sum or average of finite numbers is finite, or an error.
  return FOLDING.has(name) ? { ...facts, isWritable: first.isWritable } : facts;
}

function counted({ type, safe }: AggregateCall): Facts {
  return { ...unproven(type), isRequired: !safe, isSafeInteger: true };
}

/** Whether a filter, HAVING MAX and LIMIT leave a row. */
function hasWeightyRow(
  { filter, having, limit }: AggregateCall,
  rows: Rows,
  proof: Proof,
): boolean {
  if (filter) return false;
  if (having && !proof.facts(having.expression, rows).isRequired) return false;
  return !limit || (limit.kind === 'literal' && Number(limit.value) > 0);
}

/** What is proven of a window function. */
export function analyticFacts(call: AnalyticCall, rows: Rows, proof: Proof): Facts {
  const {
    type,
    function: { name },
  } = call;
  if (FRACTIONS.has(name)) return { ...withRequired(unproven(type), !call.safe), isWritable: true };
  const hasRow = includesCurrentRow(call);
  const [value = unproven(type)] = call.arguments.map((argument) => proof.facts(argument, rows));
  const chosen = withRequired(value, value.isRequired && hasRow && !call.safe);
  switch (name) {
    case 'FIRST_VALUE':
      return chosen;
    case 'LAST_VALUE':
      return asAnyInteger(chosen);
    case 'LAG':
    case 'LEAD':
      return neighbour(call, rows, proof);
    default:
      return aggregateFacts(call, hasRow, rows, proof);
  }
}

/** LAG and LEAD: a value of another row, or the default. */
function neighbour(call: AnalyticCall, rows: Rows, proof: Proof): Facts {
  const [value, offset, otherwise] = call.arguments.map((own) => proof.facts(own, rows));
  const sources = [value, otherwise].filter((facts) => facts !== undefined);
  const facts = ofEach(call.type, sources);
  return otherwise && offset?.isRequired && !call.safe ? facts : optional(facts);
}

/** Whether the frame of every row includes the row; the default frames do. */
function includesCurrentRow({ frame }: AnalyticCall): boolean {
  if (!frame) return true;
  return STARTS.has(frame.start.kind) && ENDS.has(frame.end.kind);
}

/** Bounds that do not lie after the current row, or before it. */
const STARTS: ReadonlySet<string> = new Set(['UNBOUNDED PRECEDING', 'PRECEDING', 'CURRENT ROW']);
const ENDS: ReadonlySet<string> = new Set(['CURRENT ROW', 'FOLLOWING', 'UNBOUNDED FOLLOWING']);
