import {
  type NewestRows,
  type ResolvedExpression,
  type ScanPredicates,
  type TableScan,
  tenantParameters,
} from '../../../googlesql/index.ts';
import type { EngineQuery } from '../../engine.ts';
import type { ProcessStatement } from '../process/messages.ts';
import type { Manifest } from '../store/manifest.ts';
import { newestFiles } from '../store/newest-files.ts';
import type { FileSelection, ParquetStore } from '../store/parquet-store.ts';
import { timeBounds } from './scan-bounds.ts';
import { sourceOf, type TableSource } from './table-source.ts';

/** The files that each scan of a statement reads. */
export type ScanSources = ReadonlyMap<TableScan, TableSource>;

type Parameters = Pick<EngineQuery, 'parameters'>;

/** The files of each scan within its tenant and time bounds, of one manifest for each table. */
export function scanSources(
  store: ParquetStore,
  predicates: readonly ScanPredicates[],
  query: Parameters,
): ScanSources {
  const manifests = new Map<string, Manifest>();
  const sources = new Map<TableScan, TableSource>();
  for (const predicate of predicates) {
    const { table } = predicate.scan;
    const manifest = manifests.get(table.name) ?? store.manifest(table.name);
    manifests.set(table.name, manifest);
    const files = store.files(table, selectionOf(predicate, query), manifest);
    sources.set(predicate.scan, sourceOf(table, files));
  }
  return sources;
}

/** The same with fewer files for scans of which the newest rows are enough. */
export function withNewestFiles(
  sources: ScanSources,
  newest: readonly NewestRows[],
  predicates: readonly ScanPredicates[],
  query: Parameters,
): ScanSources {
  const fewer = new Map(sources);
  for (const { scan, counts } of newest) {
    const source = sources.get(scan);
    const conditions = predicates.find((candidate) => candidate.scan === scan);
    if (!source || !conditions) continue;
    const { tenant, ...bounds } = selectionOf(conditions, query);
    const selection = { ...bounds, tenant, newest: sumOf(counts, query) };
    fewer.set(scan, { ...source, files: newestFiles(source.files, selection) });
  }
  return fewer;
}

/** All files of some sources, each once. */
export function filesOf(sources: ScanSources): ProcessStatement['files'] {
  const files = new Map<string, ProcessStatement['files'][number]>();
  for (const source of sources.values()) {
    for (const { path, bytes, sha256 } of source.files) files.set(path, { path, bytes, sha256 });
  }
  return [...files.values()];
}

/** The sum of INT64 literals and parameters; undefined if one is no number of rows. */
function sumOf(
  counts: readonly ResolvedExpression[],
  { parameters }: Parameters,
): bigint | undefined {
  let sum = 0n;
  for (const count of counts) {
    const value = count.kind === 'parameter' ? parameters.get(count.name)?.value : undefined;
    const rows = count.kind === 'literal' ? count.value : value;
    if (typeof rows !== 'bigint' || rows < 0n) return undefined;
    sum += rows;
  }
  return sum;
}

function selectionOf(predicates: ScanPredicates, { parameters }: Parameters): FileSelection {
  const { scan, conjuncts } = predicates;
  const names = conjuncts.flatMap((condition) => tenantParameters(condition, scan));
  const bound = names.flatMap((name) => parameters.get(name) ?? []);
  // Dates and bytes are texts here too, but files are known by tenants that are STRING alone.
  const tenants = bound.flatMap(({ type, value }) => (type.kind === 'STRING' ? value : []));
  const tenant = tenants.find((value) => typeof value === 'string');
  return { ...timeBounds(predicates, parameters), tenant };
}
