import {
  analyze,
  mayRaise,
  type Query,
  type ResolvedStatement,
  type Table,
  type Type,
} from '#googlesql';
import type { TenantSpec } from '../../endpoint/endpoint-spec.ts';
import { pseudoRead, refuseWholeRow } from '../../engines/pseudo-scans.ts';
import { type ScanPredicates, scanPredicates } from '../../engines/scan-predicates.ts';
import type { Tables } from '../../project/tables/tables.ts';
import { printChecked } from '../checked-statement.ts';
import { guardScans, tenantParameters } from '../scan-guards.ts';
import { mapBarriers, preventPushdown } from './guarded-select.ts';
import { proveBarriers } from './proof.ts';
import { addSecurityBarrier } from './security-barrier.ts';
import { pinParameter, type TenantMatch, type TenantOf, tenantKind } from './tenant-condition.ts';
import { WrittenConditions } from './written-conditions.ts';

/** How a form of a stored query separates tenants. */
export interface StoredTenant {
  /** Undefined where callers name no tenant. */
  readonly definition: TenantSpec | undefined;
  /**
   * The parameter that carries a pinned tenant, with `_` and the type for tenants that are no STRING; undefined for
   * callers who may choose any tenant.
   */
  readonly pin: string | undefined;
}

/** What a tree is analysed against, and the tenant whose rows it may read. */
export interface GuardInput {
  readonly tables: Tables;
  readonly parameters: ReadonlyMap<string, Type>;
  readonly tenant: StoredTenant;
}

/** A tree whose scans of log tables are behind security barriers, with its analysis. */
export interface GuardedTree {
  readonly tree: Query;
  readonly resolved: ResolvedStatement;
}

/** Restricts the scans of a stored query to a tenant and analyses the result. */
export type Guard = (bare: Query, input: GuardInput) => GuardedTree;

/** Puts every scan of a table with a tenant behind a security barrier; throws an `Error` if that cannot be proven. */
export function guardTree(bare: Query, { tables, parameters, tenant }: GuardInput): GuardedTree {
  const environment = { tables, parameters };
  const conditions = new WrittenConditions();
  const resolved = analyze(bare, { ...environment, onExpression: conditions.add });
  const scans = guardScans(resolved, tenant.definition);
  // On either engine, though the one may know how.
  for (const { scan } of scans) {
    const { alias, select, table } = scan;
    refuseWholeRow(select, alias, pseudoRead(select, alias, table.pseudo));
  }
  const match = tenantMatch(tenant);
  // A caller who may send any tenant, or pattern of one, may read every row.
  if (!match || scans.every(({ scan }) => !scan.table.tenant)) return { tree: bare, resolved };
  const tree = addSecurityBarrier(bare, scans, match, conditions);
  const guarded = proven(tree, analyze(tree, environment), match);
  if (!mayRaise(guarded.resolved)) return guarded;
  const strictTree = mapBarriers(tree, preventPushdown);
  return proven(strictTree, analyze(strictTree, environment), match);
}

function proven(tree: Query, resolved: ResolvedStatement, tenantOf: TenantOf): GuardedTree {
  guardScans(resolved, undefined);
  for (const predicates of scanPredicates(resolved)) proveTenant(predicates, tenantOf);
  proveBarriers(resolved);
  printChecked(tree);
  return { tree, resolved };
}

function proveTenant({ scan, conjuncts }: ScanPredicates, tenantOf: TenantOf): void {
  const match = tenantOf(scan.table);
  if (!match) return;
  const names = conjuncts.flatMap((conjunct) => tenantParameters(conjunct, scan));
  if (names.includes(match.parameter)) return;
  throw new Error(`its scan of "${scan.table.name}" is not restricted to @${match.parameter}`);
}

function tenantMatch({ definition, pin }: StoredTenant): TenantOf | undefined {
  if (pin !== undefined) return (table) => pinMatch(table, pin);
  if (!definition || definition.match === 'pattern') return undefined;
  const match = { parameter: definition.parameter.toLowerCase(), exclusive: false };
  return ({ tenant }) => (tenant ? match : undefined);
}

function pinMatch(table: Table, pin: string): TenantMatch | undefined {
  const kind = tenantKind(table);
  return kind && { parameter: pinParameter(pin, kind), exclusive: true };
}
