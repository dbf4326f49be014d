import type { Endpoint } from '../../endpoint/endpoint.ts';

/** A time from which on an endpoint shows rows to some tiers. */
export interface Reach {
  readonly tiers: readonly string[];
  /** In microseconds. */
  readonly since: bigint;
  readonly days: number;
}

/** The names of the endpoints whose stored queries read a table. */
export function endpointsOf(endpoints: readonly Endpoint[], table: string): readonly string[] {
  return endpoints.filter(({ sql }) => sql.includes(`\`${table}\``)).map(({ name }) => name);
}

/** Microseconds in a day. */
export const MICROS_PER_DAY = 86_400_000_000n;

/** The endpoint whose reach is told. */
export const REACHING = 'logs.all';

/** How far back `logs.all` shows rows at a time in microseconds, shortest first; empty without such an endpoint. */
export function reachAt(endpoints: readonly Endpoint[], now: bigint): readonly Reach[] {
  const logsAll = endpoints.find(({ name }) => name === REACHING);
  if (!logsAll) return [];
  const tiers = Object.keys(logsAll.parameters['project_tier']?.values ?? {});
  const bySince = Map.groupBy(tiers, (project_tier) =>
    BigInt(String(logsAll.derive.compute({ project_tier }, now)['window_start'])),
  );
  return [...bySince]
    .map(([since, names]) => ({
      tiers: names,
      since,
      days: Number((now - since) / MICROS_PER_DAY),
    }))
    .sort((a, b) => a.days - b.days);
}
