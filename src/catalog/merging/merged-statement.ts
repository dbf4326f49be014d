import {
  allScans,
  arrayOf,
  type OutputColumn,
  type Query,
  SCALARS,
  type ScalarKind,
  type Scan,
  type Statement,
  sameType,
  type Type,
  typeName,
} from '#googlesql';
import { MEMBERS_PARAMETER } from '../../engines/members.ts';
import { messageOf } from '../../errors.ts';
import type { Tables } from '../../project/tables/tables.ts';
import type { Guard, StoredTenant } from '../barrier/guarded-tree.ts';
import { checkedStatement } from '../checked-statement.ts';
import { MEMBER_COLUMN, ROWS_PARAMETER } from './member-nodes.ts';
import { isReserved, mergeQuery } from './merge-query.ts';

/** A stored query that answers for many values of one parameter at once. */
export interface MergedStatement {
  /** The parameter whose values are the members, in lower case. */
  readonly parameter: string;
  /** Its first column is the position of the member; the others are those of the stored query. */
  readonly statement: Statement;
  /** The types of all parameters that the statement may name, with those that merging adds. */
  readonly parameters: ReadonlyMap<string, Type>;
}

/** A stored query to merge, with what its merged form is checked against. */
export interface MergeInput {
  readonly tree: Query;
  /** The types of all parameters that the query may name. */
  readonly parameters: ReadonlyMap<string, Type>;
  readonly tables: Tables;
  readonly columns: readonly OutputColumn[];
  readonly tenant: StoredTenant;
  readonly guard: Guard;
}

/** The column that a merged statement has in addition. */
export const MEMBER: OutputColumn = { name: MEMBER_COLUMN, type: SCALARS.INT64 };

/**
 * The types whose equality is that of their values. FLOAT64 is none: NaN equals nothing, and a group of 0 and -0 has one
 * of them.
 */
const EXACT: ReadonlySet<Type['kind']> = new Set<ScalarKind>([
  ...(['BOOL', 'INT64', 'NUMERIC', 'BIGNUMERIC', 'STRING', 'BYTES'] as const),
  ...(['DATE', 'DATETIME', 'TIME', 'TIMESTAMP'] as const),
]);

/**
 * Merges a stored query over a parameter and repeats the proofs of the stored form; throws an `Error` with the reason: a
 * predicate whose subject is the query.
 */
export function mergeStatement(parameter: string, input: MergeInput): MergedStatement {
  const { tables, tenant, guard } = input;
  const type = input.parameters.get(parameter);
  if (!type) throw new Error(`has no parameter "${parameter}"`);
  if (!EXACT.has(type.kind)) throw new Error(`compares values of the type ${typeName(type)}`);
  const bare = mergeQuery(input.tree, parameter);
  // Without the parameter itself, so that a reference that is left is an error.
  const others = [...input.parameters].filter(([name]) => name !== parameter);
  const parameters = new Map<string, Type>([
    ...others,
    [MEMBERS_PARAMETER, arrayOf(type)],
    [ROWS_PARAMETER, SCALARS.INT64],
  ]);
  const { tree, resolved } = guarded(() => guard(bare, { tables, parameters, tenant }));
  const statement = checkedStatement(tree, resolved);
  checkColumns(statement.columns, [MEMBER, ...input.columns]);
  checkTables(allScans(resolved.scan));
  return { parameter, statement, parameters };
}

/** Says of the compiler's refusals what they are refusals of. */
function guarded<Value>(make: () => Value): Value {
  try {
    return make();
  } catch (error) {
    const problem = messageOf(error);
    const isUngrouped = /neither grouped nor aggregated/.test(problem);
    const reason = isUngrouped
      ? 'aggregates without GROUP BY, which gives a row where there are none'
      : `cannot be compiled for a list of values: ${problem}`;
    throw new Error(reason, { cause: error });
  }
}

function checkColumns(columns: readonly OutputColumn[], expected: readonly OutputColumn[]): void {
  const isSame = expected.every(({ name, type }, index) => {
    const column = columns[index];
    return column?.name === name && sameType(column.type, type);
  });
  if (!isSame || columns.length !== expected.length) {
    throw new Error('has other columns for a list of values');
  }
}

/** A column of a table could hide what merging adds. */
function checkTables(scans: Iterable<Scan>): void {
  for (const scan of scans) {
    const taken = scan.kind === 'table' && scan.table.columns.find(({ name }) => isReserved(name));
    if (taken) throw new Error(`reads the column "${taken.name}", whose name merging needs`);
  }
}
