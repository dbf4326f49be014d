import { type OutputColumn, type Query, type Statement, sameType, type Type } from '#googlesql';
import { messageOf } from '../../errors.ts';
import type { Tables } from '../../project/tables/tables.ts';
import type { Guard, StoredTenant } from '../barrier/guarded-tree.ts';
import { checkedStatement } from '../checked-statement.ts';
import { MEMBER_COLUMN, MEMBERS_PARAMETER } from './member-nodes.ts';
import { mergeQuery } from './merge-query.ts';

/** A stored query that answers for many values of one parameter at once. */
export interface MergedStatement {
  /** The parameter whose values are the members. */
  readonly parameter: string;
  /** Its first column is the member; the others are those of the stored query. */
  readonly statement: Statement;
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

/**
 * Merges a stored query over a parameter and repeats the proofs of the stored form; throws an `Error` with the reason.
 */
export function mergeStatement(parameter: string, input: MergeInput): MergedStatement {
  try {
    return { parameter, statement: compile(parameter, input) };
  } catch (error) {
    const problem = messageOf(error);
    throw new Error(`its query cannot be merged over "${parameter}": ${problem}`, { cause: error });
  }
}

function compile(parameter: string, input: MergeInput): Statement {
  const { tables, tenant, guard } = input;
  const parameters = mergedParameters(parameter, input);
  const bare = mergeQuery(input.tree, parameter);
  const { tree, resolved } = guard(bare, { tables, parameters, tenant });
  const statement = checkedStatement(tree, resolved);
  const member = { name: MEMBER_COLUMN, type: typeOf(parameter, input) };
  checkColumns(statement.columns, [member, ...input.columns]);
  return statement;
}

/** Omits the parameter itself, so that a reference left in the tree is an error. */
function mergedParameters(parameter: string, input: MergeInput): ReadonlyMap<string, Type> {
  const others = [...input.parameters].filter(([name]) => name !== parameter);
  return new Map<string, Type>([
    ...others,
    [MEMBERS_PARAMETER, { kind: 'ARRAY', element: typeOf(parameter, input) }],
  ]);
}

function typeOf(parameter: string, { parameters }: MergeInput): Type {
  const type = parameters.get(parameter);
  if (!type) throw new Error(`there is no parameter "${parameter}"`);
  return type;
}

function checkColumns(columns: readonly OutputColumn[], expected: readonly OutputColumn[]): void {
  const isSame = expected.every(({ name, type }, index) => {
    const column = columns[index];
    return column?.name === name && sameType(column.type, type);
  });
  if (!isSame || columns.length !== expected.length) {
    throw new Error('merging it changes its columns');
  }
}
