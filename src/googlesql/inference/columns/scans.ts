import { ExpressionIndex } from '../../analysis/properties/same-expression.ts';
import type { FunctionCall, ResolvedCte, Scan, ScanOf } from '../../analysis/resolved/resolved.ts';
import { readableColumns } from '../../pseudo-columns.ts';
import { aggregateFacts, analyticFacts } from './aggregates.ts';
import { impliedBy, whereTrue } from './conditions.ts';
import {
  type Facts,
  factsOfColumn,
  ofEach,
  ofEqual,
  optional,
  sameFacts,
  unproven,
  vacuous,
} from './facts.ts';
import { type Proof, Rows } from './rows.ts';

/** What is proven of the rows of a scan; `outer` are the rows around a subquery. */
export function scanRows(scan: Scan, outer: Rows | undefined, proof: Proof): Rows {
  switch (scan.kind) {
    case 'single_row':
      return new Rows({ own: new Map(), outer });
    case 'table':
      return tableRows(scan, outer);
    case 'array':
      return arrayRows(scan, outer, proof);
    case 'join':
      return joinRows(scan, outer, proof);
    case 'filter':
      return whereTrue(proof.rows(scan.input, outer), scan.condition, proof);
    case 'project': {
      const rows = proof.rows(scan.input, outer);
      if (scan.computed.length === 0) return rows;
      return rows.with(
        scan.computed.map(({ column, expression }) => [column.id, proof.facts(expression, rows)]),
      );
    }
    case 'aggregate':
      return aggregateRows(scan, outer, proof);
    case 'analytic': {
      const rows = proof.rows(scan.input, outer);
      return rows.with(
        scan.functions.map(({ column, call }) => [column.id, analyticFacts(call, rows, proof)]),
      );
    }
    case 'order_by':
    case 'limit':
      return proof.rows(scan.input, outer);
    case 'set_operation':
      return setRows(scan, outer, proof);
    case 'with':
      for (const cte of scan.ctes) proof.ctes.set(cte.id, cteFacts(cte, outer, proof));
      return proof.rows(scan.body, outer);
    case 'with_ref': {
      const facts = proof.ctes.get(scan.cteId) ?? [];
      const own = scan.columns.map(({ id, type }, i): [number, Facts] => {
        return [id, facts[scan.sources[i] ?? -1] ?? unproven(type)];
      });
      return new Rows({ own: new Map(own), outer });
    }
  }
}

function tableRows({ table, columns, sources }: ScanOf<'table'>, outer: Rows | undefined): Rows {
  const declared = new Map(readableColumns(table).map((column) => [column.name, column]));
  const own = columns.map(({ id, type }, i): [number, Facts] => {
    const column = declared.get(sources[i] ?? '');
    return [id, column ? factsOfColumn(column) : unproven(type)];
  });
  return new Rows({ own: new Map(own), outer });
}

/** An inner UNNEST has rows only where the array is not NULL. */
function arrayRows(scan: ScanOf<'array'>, outer: Rows | undefined, proof: Proof): Rows {
  const input = scan.input ? proof.rows(scan.input, outer) : new Rows({ own: new Map(), outer });
  const facts = proof.facts(scan.array, input).element ?? unproven(scan.element.type);
  const columns: [number, Facts][] = [[scan.element.id, facts]];
  if (scan.offset) {
    const isInteger = { isRequired: true, isWritable: true, isSafeInteger: true };
    columns.push([scan.offset.id, isInteger]);
  }
  const items = new Rows({ own: new Map(columns), outer });
  const matched = whereTrue(
    input.joined(items).where(impliedBy(scan.array, 'value', input, proof)),
    scan.condition,
    proof,
  );
  return scan.outer ? input.joined(items.extended(matched)) : matched;
}

function joinRows(scan: ScanOf<'join'>, outer: Rows | undefined, proof: Proof): Rows {
  const left = proof.rows(scan.left, outer);
  const right = proof.rows(scan.right, outer);
  const matched = whereTrue(left.joined(right), scan.condition, proof);
  switch (scan.type) {
    case 'LEFT':
      return left.joined(right.extended(matched));
    case 'RIGHT':
      return left.extended(matched).joined(right);
    case 'FULL':
      // Rows with the one side need not have the other, so they are no more than that side's own.
      return left.extended(left).joined(right.extended(right)).withSides([left, right]);
    default:
      return matched;
  }
}

function aggregateRows(scan: ScanOf<'aggregate'>, outer: Rows | undefined, proof: Proof): Rows {
  const rows = proof.rows(scan.input, outer);
  const { sets } = scan;
  const own = new Map<number, Facts>();
  scan.groups.forEach(({ column, expression }, place) => {
    const facts = proof.facts(expression, rows);
    const isInAll = !sets || sets.every((set) => set.includes(place));
    own.set(column.id, isInAll ? facts : optional(facts));
  });
  const hasRow = sets ? sets.every(({ length }) => length > 0) : scan.groups.length > 0;
  for (const { column, call } of scan.aggregates) {
    own.set(column.id, aggregateFacts(call, hasRow, rows, proof));
  }
  return new Rows({ own, outer, equals: equalAggregates(scan.aggregates) });
}

/** The aggregates of the SELECT list that HAVING repeats, and the like. */
function equalAggregates(
  aggregates: ScanOf<'aggregate'>['aggregates'],
): ReadonlyMap<number, readonly number[]> {
  const index = new ExpressionIndex<number[]>();
  const equals = new Map<number, number[]>();
  for (const { column, call } of aggregates) {
    const isPlain =
      !call.having && !call.filter && call.orderBy.length === 0 && !call.limit && !call.nulls;
    if (!isPlain || call.distinct) continue;
    const key: FunctionCall = { ...call, kind: 'call', part: undefined };
    const ids = index.find(key) ?? [];
    if (ids.length === 0) index.add(key, ids);
    ids.push(column.id);
    equals.set(column.id, ids);
  }
  return equals;
}

function setRows(scan: ScanOf<'set_operation'>, outer: Rows | undefined, proof: Proof): Rows {
  const inputs = scan.inputs.map(({ scan: input, columns }) => {
    const rows = proof.rows(input, outer);
    return columns.map(({ id, type }) => rows.of(id) ?? unproven(type));
  });
  const own = scan.columns.map(({ id, type }, i): [number, Facts] => {
    const sources = inputs.map((facts) => facts[i] ?? unproven(type));
    if (scan.operator === 'UNION') return [id, ofEach(type, sources)];
    return [
      id,
      scan.operator === 'EXCEPT' ? ofEach(type, sources.slice(0, 1)) : ofEqual(type, sources),
    ];
  });
  return new Rows({ own: new Map(own), outer });
}

/** Steps until the facts of a recursive CTE no longer change; a chain of more columns than that is not followed. */
const MAX_STEPS = 10;

function cteFacts(cte: ResolvedCte, outer: Rows | undefined, proof: Proof): readonly Facts[] {
  const { id, scan, columns } = cte;
  const read = () => {
    const rows = proof.rows(scan, outer);
    return columns.map(({ column }) => rows.of(column.id) ?? unproven(column.type));
  };
  if (!cte.isRecursive) return read();
  // All that the first rows prove and each step preserves holds of all rows.
  let before: readonly Facts[] = columns.map(({ column }) => vacuous(column.type));
  for (let step = 0; step < MAX_STEPS; step += 1) {
    proof.ctes.set(id, before);
    const after = read();
    if (after.every((facts, i) => sameFacts(facts, before[i] ?? facts))) return after;
    before = after;
  }
  return columns.map(({ column }) => unproven(column.type));
}
