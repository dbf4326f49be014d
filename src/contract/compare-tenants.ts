import type { ContractEndpoint } from './contract.ts';
import type { Finding, Kind } from './kinds/kinds.ts';

type Tenant = ContractEndpoint['tenant'];

/** The changes of how keys with a pinned tenant are restricted. */
export function compareTenants(before: Tenant, now: Tenant): readonly Finding[] {
  if (!before && !now) return [];
  if (!before) {
    const tables = Object.keys(now?.tables ?? {}).map((name) => `\`${name}\``);
    return [finding('tenant-added', { now: tables.join(', ') }, tableOf(now))];
  }
  if (!now) return [finding('tenant-removed')];
  return [
    ...(before.pin === now.pin
      ? []
      : [finding('tenant-pin', { before: quoted(before.pin), now: quoted(now.pin) })]),
    ...compareCarrier(before.parameter, now.parameter),
    ...compareTables(before.tables, now.tables),
  ];
}

function finding(kind: Kind, words: Finding['words'] = {}, table?: string): Finding {
  return { kind, subject: { part: 'tenant', ...(table !== undefined && { table }) }, words };
}

function tableOf(tenant: Tenant): string | undefined {
  return Object.keys(tenant?.tables ?? {})[0];
}

function quoted(pin: string | undefined): string {
  return pin === undefined ? 'none' : `"${pin}"`;
}

function compareCarrier(before: string | undefined, now: string | undefined): readonly Finding[] {
  if (before === now) return [];
  const subject = { part: 'setting', name: 'tenant' } as const;
  if (before === undefined) {
    return [{ kind: 'tenant-parameter-added', subject, words: { parameter: now ?? '' } }];
  }
  const words = { before: `\`@${before}\``, now: now === undefined ? 'none' : `\`@${now}\`` };
  return [{ kind: 'tenant-parameter', subject, words }];
}

type TenantTables = NonNullable<Tenant>['tables'];

function compareTables(before: TenantTables, now: TenantTables): readonly Finding[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names.flatMap((table): readonly Finding[] => {
    const [from, to] = [before[table], now[table]];
    if (from === to) return [];
    const words = { table, before: from ?? '', now: to ?? '' };
    if (from === undefined) return [finding('tenant-table-added', words, table)];
    if (to === undefined) return [finding('tenant-table-removed', words, table)];
    return [finding('tenant-column', words, table)];
  });
}
