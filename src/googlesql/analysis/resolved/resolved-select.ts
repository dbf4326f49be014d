import type { OrderItem, Select } from '../../syntax/tree/ast.ts';
import type { ClauseContext, Environment, SelectState } from '../names/context.ts';
import type { NameList } from '../names/names.ts';
import type { SelectColumn, SelectList } from '../queries/select-list.ts';
import type { Column, ResolvedExpression, Scan } from './resolved.ts';

/** A grouping key; `item` is the SELECT column that was referenced by alias or number. */
export interface GroupKey {
  readonly expression: ResolvedExpression;
  readonly column: Column;
  readonly item: SelectColumn | undefined;
}

/** A SELECT whose expressions are resolved over the columns of FROM, before its scans are built. */
export interface ResolvedSelect {
  readonly select: Select;
  readonly environment: Environment;
  readonly input: Scan;
  readonly names: NameList;
  readonly list: SelectList;
  readonly keys: readonly GroupKey[];
  /** The columns of the keys that each of the grouping sets groups by. */
  readonly sets: readonly (readonly Column[])[] | undefined;
  readonly isGrouped: boolean;
  readonly having: ResolvedExpression | undefined;
  readonly qualify: ResolvedExpression | undefined;
  readonly state: SelectState;
  readonly orderNodes: readonly OrderItem[];
  /** The context of ORDER BY: it sees the aliases of the list, then the columns of FROM. */
  readonly orderContext: ClauseContext;
}
