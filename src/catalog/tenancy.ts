import type { ResolvedStatement, Table } from '#googlesql';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { TenantSpec } from '../endpoint/endpoint-spec.ts';
import { inapplicablePin, type TenantPins } from '../endpoint/names.ts';
import { type ScanPredicates, scanPredicates } from '../engines/scan-predicates.ts';
import { FieldstoneError } from '../errors.ts';
import { type TenantKind, tenantKind } from './barrier/tenant-condition.ts';
import { tenantParameters } from './scan-guards.ts';

/** How an endpoint keeps tenants apart. */
export interface Tenancy {
  readonly pins: TenantPins;
  /** How the parameter of the tenant restricts every scan; undefined if it need not, or there is none. */
  readonly tenant: TenantSpec | undefined;
  /** The parameter that a pinned tenant fixes; undefined if there is none: the filter on the tables is all then. */
  readonly parameter: string | undefined;
  /** The types of the tenants of the tables that can be read. */
  readonly kinds: readonly TenantKind[];
  /** Whether each table that can be read has a tenant or is shared, so that a key with one tenant may run it. */
  readonly isPinnable: boolean;
}

/** What decides the tenancy of an endpoint besides its tables. */
interface Declared {
  readonly tenant?: TenantSpec | undefined;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The tenancy of an endpoint, of which the statements together read all that can be read. */
export function tenancyOf(
  { tenant, parameters }: Declared,
  pins: TenantPins,
  statements: readonly ResolvedStatement[],
): Tenancy {
  const scans = statements.flatMap(scanPredicates);
  const own = scans.filter(({ scan }) => scan.table.tenant);
  const tables = scans.map(({ scan }) => scan.table);
  const compared = Object.keys(parameters).filter((name) =>
    own.every((one) => compares(one, name)),
  );
  const named = Object.keys(parameters).find(
    (name) => name.toLowerCase() === pins.pin?.toLowerCase(),
  );
  const candidate = pins.pin === undefined || own.length === 0 ? undefined : (named ?? compared[0]);
  const proven = candidate !== undefined && compared.includes(candidate);
  return {
    pins,
    tenant: tenant ?? (proven ? { parameter: candidate, match: 'equal' } : undefined),
    parameter: tenant?.parameter ?? named ?? candidate,
    kinds: [...new Set(own.flatMap(({ scan }) => tenantKind(scan.table) ?? []))],
    isPinnable: tables.every(isOpenToPins),
  };
}

function compares({ conjuncts, scan }: ScanPredicates, name: string): boolean {
  return conjuncts.some((conjunct) =>
    tenantParameters(conjunct, scan).includes(name.toLowerCase()),
  );
}

function isOpenToPins({ shared, tenant }: Table): boolean {
  return tenant !== undefined || shared === true;
}

/** The tenant that a key's pins fix for an endpoint; undefined if they fix none. */
export function pinnedTenant(
  { tenancy, definition }: { readonly tenancy: Tenancy; readonly definition: Declared },
  pins: ReadonlyMap<string, string>,
): string | undefined {
  const { pin } = tenancy.pins;
  const own = definition.tenant?.parameter;
  return (
    (pin === undefined ? undefined : pins.get(pin)) ??
    (own === undefined ? undefined : pins.get(own))
  );
}

/**
 * The pins of a key by the endpoint's parameters: a pinned tenant fixes the parameter of the tenant, whatever its name.
 *
 * Throws `FORBIDDEN` if another pin fixes that parameter to something else.
 */
export function argumentPins(
  endpoint: { readonly tenancy: Tenancy; readonly definition: Declared },
  pins: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const { parameter } = endpoint.tenancy;
  const tenant = pinnedTenant(endpoint, pins);
  if (parameter === undefined || tenant === undefined) return pins;
  const other = pins.get(parameter);
  if (other === tenant) return pins;
  if (other === undefined) return new Map([...pins, [parameter, tenant]]);
  throw new FieldstoneError('FORBIDDEN', `This key is restricted to two values of "${parameter}"`);
}

/** The pin that keeps a key from an endpoint that cannot apply it; undefined if there is none. */
export function refusedPin(
  endpoint: { readonly tenancy: Tenancy; readonly definition: Endpoint },
  pins: ReadonlyMap<string, string>,
): string | undefined {
  const { isPinnable, pins: own } = endpoint.tenancy;
  if (!isPinnable) return pins.keys().find((name) => own.names.has(name));
  return inapplicablePin(endpoint.definition, pins.keys(), own);
}
