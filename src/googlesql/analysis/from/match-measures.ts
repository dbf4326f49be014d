import { excerpt } from '../../excerpt.ts';
import { SqlError } from '../../sql-error.ts';
import { SCALARS } from '../../types.ts';
import { checkGroupings } from '../aggregation/group-by.ts';
import { type ClauseContext, resolveApart, type SelectState } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { Scope, type Target } from '../names/names.ts';
import { isPath, type Replacement, replaceColumns } from '../names/replacement.ts';
import { mayFail } from '../properties/may-raise.ts';
import { columnRef, literal, withComputed } from '../resolved/build.ts';
import { mapAggregate, mapExpression } from '../resolved/map-tree.ts';
import type {
  AggregateCall,
  Column,
  Computed,
  ResolvedExpression,
  Scan,
} from '../resolved/resolved.ts';
import { aggregateParts, everyExpression } from '../resolved/traverse.ts';
import { Measures } from './match-functions.ts';
import { type MatchColumns, matchColumns } from './match-rows.ts';
import { hiddenTarget, type Matching, subqueryScope, withKeys } from './matching.ts';

const CLAUSE = 'MATCH_RECOGNIZE MEASURES clause';

/** The measures of every match, over the rows of all matches, which `rowsOf` gives with the columns in use. */
export function resolveMeasures(
  matching: Matching,
  rowsOf: (columns: MatchColumns, used: ReadonlySet<Column>) => Scan,
): { readonly scan: Scan; readonly output: readonly { name: string; column: Column }[] } {
  const { node, select, partitions, symbols, context } = matching;
  const { session } = context;
  const columns = matchColumns(matching);
  const classifier: Computed = {
    column: session.newColumn('classifier', SCALARS.STRING),
    expression: classifierOf(matching, columns),
  };
  const state: SelectState = { select, aggregates: [], windowFunctions: [], windows: new Map() };
  const { keys: own, match, row, symbol, moved } = columns;
  const names = withKeys(matching.input.names.moved(moved), own);
  const hidden = Object.entries({ match, row, symbol, classifier: classifier.column });
  const targets = new Map<string, Target>([
    ...hidden.map(([name, column]) => hiddenTarget(name, column)),
    ...[...symbols].map(([key, { name }]) => {
      const variable = { name, names, at: node.at };
      return [key, { kind: 'range', variable }] as const;
    }),
  ]);
  const clause: ClauseContext = {
    ...{ ...context, clause: CLAUSE, select: state, aggregates: 'allowed' },
    scope: new Scope(names, context.environment.outer, targets),
    subqueryScope: subqueryScope(matching, 'MEASURES'),
  };
  const rewriter = new Measures(symbols, (name) => names.lookup(name) !== undefined);
  const keys = [...own, match].map(
    (column): Computed => ({
      column: session.newColumn(column.name, column.type),
      expression: columnRef(column),
    }),
  );
  const replacement = replacementOf(matching, columns, keys);
  const seen = new Set<string>();
  const measures = node.measures.map(({ expression: written, alias }): Computed => {
    const { expression } = resolveApart(rewriter.rewrite(written), clause);
    const value = replaceColumns(expression, replacement, session);
    if (seen.has(alias.name.toLowerCase())) {
      throw new SqlError(`Measure \`${excerpt(alias.name)}\` is already defined`, alias.at);
    }
    seen.add(alias.name.toLowerCase());
    return { column: session.newColumn(alias.name, value.type), expression: value };
  });
  checkGroupings(state, []);
  const ofRows = new Set(moved.values());
  const aggregates = state.aggregates.map(({ column, call }) => ({
    column,
    call: withoutOthers(call, ofRows, node.at),
  }));
  const parts = everyExpression(
    aggregates.flatMap(({ call }) => aggregateParts(call)),
    'own',
  );
  const used = new Set(parts.flatMap((part) => (part.kind === 'column' ? [part.column] : [])));
  const grouped: Scan = {
    kind: 'aggregate',
    input: withComputed(rowsOf(columns, used), [classifier]),
    ...{ groups: keys, sets: undefined, aggregates },
    columns: [...keys, ...aggregates].map(({ column }) => column),
  };
  const output = [
    ...partitions.map(({ name }, i) => ({ name, column: keys[i]?.column ?? match })),
    ...measures.map(({ column }) => ({ name: column.name, column })),
  ];
  return {
    scan: {
      ...{ kind: 'project', input: grouped, computed: measures },
      columns: output.map(({ column }) => column),
    },
    output,
  };
}

/** An aggregate whose errors are those of its rows alone: of the others, what may fail reads NULL. */
function withoutOthers(call: AggregateCall, own: ReadonlySet<Column>, at: number): AggregateCall {
  const { filter } = call;
  if (!filter || !aggregateParts(call).some((part) => mayFail(part))) return call;
  return mapAggregate(call, (part) =>
    part.kind === 'column' && own.has(part.column)
      ? callExpression('IF', [filter, part, literal(part.type, null)], at)
      : undefined,
  );
}

function classifierOf(
  { node: { at }, symbols }: Matching,
  { symbol }: MatchColumns,
): ResolvedExpression {
  const text = (value: string | null) => literal(SCALARS.STRING, value);
  const branches = [...symbols.values()].flatMap(({ name, letter }) => [text(letter), text(name)]);
  return callExpression('$case_with_value', [columnRef(symbol), ...branches, text(null)], at);
}

/** Above the aggregation there are the keys, by whatever path, and the number of the match. */
function replacementOf(
  { partitions }: Matching,
  { keys, match, row, symbol, moved }: MatchColumns,
  outputs: readonly Computed[],
): Replacement {
  const move = (expression: ResolvedExpression) =>
    mapExpression(expression, (part) => {
      const column = part.kind === 'column' ? moved.get(part.column) : undefined;
      return column && columnRef(column);
    });
  const paths = outputs.map(({ column, expression: path }) => ({ path, column }));
  const written = partitions.flatMap(({ expression }, i) => {
    const column = outputs[i]?.column;
    return column && isPath(expression) ? [{ path: move(expression), column }] : [];
  });
  return {
    exact: new Map(),
    paths: [...paths, ...written],
    gone: new Set([...keys, match, row, symbol, ...moved.values()]),
    problem: 'neither grouped nor aggregated',
  };
}
