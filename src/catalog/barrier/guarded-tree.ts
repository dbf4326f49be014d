import type { TenantSpec } from '../../endpoint/endpoint-spec.ts';
import {
  analyze,
  mayRaise,
  type Query,
  type ResolvedStatement,
  type Type,
} from '../../googlesql/index.ts';
import type { Tables } from '../../project/tables.ts';
import { printChecked } from '../checked-statement.ts';
import { guardScans } from '../scan-guards.ts';
import { mapBarriers, sealed } from './guarded-select.ts';
import { proveBarriers } from './proof.ts';
import { addSecurityBarrier } from './security-barrier.ts';
import type { TenantMatch } from './tenant-condition.ts';

/** How a form of a stored query separates tenants. */
export interface StoredTenant {
  readonly definition: TenantSpec;
  /** The parameter that carries a pinned tenant; undefined for callers who may choose any tenant. */
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

/** Puts every scan of a stored query behind a security barrier; throws an `Error` if that cannot be proven. */
export function guardTree(bare: Query, { tables, parameters, tenant }: GuardInput): GuardedTree {
  const environment = { tables, parameters };
  const resolved = analyze(bare, environment);
  const scans = guardScans(resolved, tenant.definition);
  const match = tenantMatch(tenant);
  // A caller who may send any tenant pattern may read every row.
  if (!match) return { tree: bare, resolved };
  const tree = addSecurityBarrier(bare, scans, match);
  const guarded = proven(tree, analyze(tree, environment), match);
  if (!mayRaise(guarded.resolved)) return guarded;
  const sealedTree = mapBarriers(tree, sealed);
  return proven(sealedTree, analyze(sealedTree, environment), match);
}

function proven(tree: Query, resolved: ResolvedStatement, { parameter }: TenantMatch): GuardedTree {
  guardScans(resolved, { parameter, match: 'equal' });
  proveBarriers(resolved);
  printChecked(tree);
  return { tree, resolved };
}

function tenantMatch({ definition, pin }: StoredTenant): TenantMatch | undefined {
  if (pin !== undefined) return { parameter: pin, exclusive: true };
  if (definition.match === 'pattern') return undefined;
  return { parameter: definition.parameter, exclusive: false };
}
