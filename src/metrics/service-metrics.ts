import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { FileState } from '../auth/files/watched-file.ts';
import type { KeySetState } from '../auth/tokens/token-keys.ts';
import type { StoreUsage } from '../cache/keyv.ts';
import type { EngineUsage, SlotUsage } from '../engines/engine.ts';

/** What is read of the service's parts at each scrape. */
export interface ServiceParts {
  readonly version: string;
  readonly engineName: string;
  /** By share of the cache. */
  cacheUsage(): Readonly<Record<string, StoreUsage>>;
  engineUsage(): EngineUsage;
  /** Long rows at the redaction threads. */
  redactionUsage(): SlotUsage;
  /** Whether calls are sent to Redis; undefined without one. */
  readonly isRedisUp?: (() => boolean) | undefined;
  /** Bytes that warming was billed for on this UTC day, and the limit. */
  warmingUsage(): { readonly spentBytes: number; readonly dailyBytes: number };
  /** US dollars. */
  readonly pricePerTib: number;
  /** Counts since the start, by event. */
  events(): Iterable<readonly [event: string, count: number]>;
  /** Files that are read again when they change; undefined for one that is not used. */
  files(): Readonly<Record<string, FileState | undefined>>;
  /** Of the identity provider; undefined without one whose keys are fetched. */
  keySet(): KeySetState | undefined;
  /** Files that statements could not read; undefined for an engine whose data are not in files. */
  readonly damagedFiles: (() => number) | undefined;
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

interface Metric {
  readonly help: string;
  readonly labelNames?: readonly string[];
  readonly read: (parts: ServiceParts) => readonly Sample[] | Promise<readonly Sample[]>;
}

const ofShare = (pick: (usage: StoreUsage) => number) => ({
  labelNames: ['share'],
  read: (parts: ServiceParts) =>
    Object.entries(parts.cacheUsage()).map(([share, usage]): Sample => [{ share }, pick(usage)]),
});

const ofQueue = (pick: (usage: SlotUsage) => number) => ({
  labelNames: ['queue'],
  read: (parts: ServiceParts) =>
    Object.entries(parts.engineUsage().queues).map(
      ([queue, usage]): Sample => [{ queue }, pick(usage)],
    ),
});

const ofFile = (pick: (state: FileState) => number) => ({
  labelNames: ['file'],
  read: (parts: ServiceParts) =>
    Object.entries(parts.files()).flatMap(([file, state]): Sample[] =>
      state ? [[{ file }, pick(state)]] : [],
    ),
});

const single = (read: (parts: ServiceParts) => number) => ({
  read: (parts: ServiceParts): readonly Sample[] => [[{}, read(parts)]],
});

/** Those whose names end in `_total` are counters. */
const METRICS: Readonly<Record<string, Metric>> = {
  fieldstone_cache_bytes: {
    help: 'Approximate bytes of the results in memory.',
    ...ofShare(({ bytes }) => bytes),
  },
  fieldstone_cache_max_bytes: {
    help: 'Bytes that the results of a share may fill.',
    ...ofShare(({ maxBytes }) => maxBytes),
  },
  fieldstone_cache_entries: {
    help: 'Results in memory.',
    ...ofShare(({ entries }) => entries),
  },
  fieldstone_cache_evictions_total: {
    help: 'Results dropped for lack of room.',
    ...ofShare(({ evictions }) => evictions),
  },
  fieldstone_cache_events_total: {
    help: 'What the cache, warming, Redis and the replicas did.',
    labelNames: ['event'],
    read: (parts) => [...parts.events()].map(([event, count]) => [{ event }, count]),
  },
  fieldstone_engine_running: {
    help: 'Queries that the engine runs.',
    ...ofQueue(({ running }) => running),
  },
  fieldstone_engine_waiting: {
    help: 'Queries that wait for a free place at the engine.',
    ...ofQueue(({ waiting }) => waiting),
  },
  fieldstone_engine_max_running: {
    help: 'Queries that may run at once on BigQuery: fewer after it has refused for a quota.',
    read: (parts) => {
      const { maxRunning } = parts.engineUsage();
      return maxRunning === undefined ? [] : [[{}, maxRunning]];
    },
  },
  fieldstone_unready_endpoints: {
    help: 'Endpoints that BigQuery refuses, or whose tables are not as declared.',
    ...single((parts) => parts.engineUsage().unready ?? 0),
  },
  fieldstone_engine_process_restarts_total: {
    help: 'Engine processes that ended and were replaced.',
    ...single((parts) => parts.engineUsage().processRestarts ?? 0),
  },
  fieldstone_redaction_running: {
    help: 'Long rows that threads redact.',
    ...single((parts) => parts.redactionUsage().running),
  },
  fieldstone_redaction_waiting: {
    help: 'Long rows that wait for a free thread to be redacted.',
    ...single((parts) => parts.redactionUsage().waiting),
  },
  fieldstone_breaker_open: {
    help: '1 while nothing is sent to the engine, or to Redis, because too much failed.',
    labelNames: ['breaker'],
    read: (parts) => {
      const isRedisUp = parts.isRedisUp?.();
      const engine: Sample = [{ breaker: 'engine' }, Number(parts.engineUsage().isBreakerOpen)];
      return isRedisUp === undefined
        ? [engine]
        : [engine, [{ breaker: 'redis' }, Number(!isRedisUp)]];
    },
  },
  fieldstone_warming_spent_bytes: {
    help: 'Bytes that warming was billed for today (UTC).',
    ...single((parts) => parts.warmingUsage().spentBytes),
  },
  fieldstone_warming_daily_bytes: {
    help: 'Bytes that warming may be billed for on a day.',
    ...single((parts) => parts.warmingUsage().dailyBytes),
  },
  fieldstone_config_last_reload_successful: {
    help: '1 if the last change of a file is in force, 0 if it was refused.',
    ...ofFile(({ isInForce }) => Number(isInForce)),
  },
  fieldstone_config_last_reload_success_timestamp_seconds: {
    help: 'When what is in force was read, in seconds since the epoch.',
    ...ofFile(({ loadedAt }) => loadedAt / 1_000),
  },
  fieldstone_token_keys_last_fetch_successful: {
    help: '1 if the keys of the identity provider could be read the last time, 0 if not.',
    read: ({ keySet }) => (keySet() ? [[{}, Number(keySet()?.isRead)]] : []),
  },
  fieldstone_token_keys_last_fetch_success_timestamp_seconds: {
    help: 'When the keys of the identity provider were read, in seconds since the epoch; 0 if never.',
    read: ({ keySet }) => (keySet() ? [[{}, (keySet()?.readAt ?? 0) / 1_000]] : []),
  },
  fieldstone_damaged_files: {
    help: 'Files of tables that statements could not read, and that are still there unchanged.',
    read: ({ damagedFiles }) => (damagedFiles ? [[{}, damagedFiles()]] : []),
  },
  fieldstone_price_per_tib_dollars: {
    help: 'What a TiB billed costs, as configured.',
    ...single(({ pricePerTib }) => pricePerTib),
  },
  fieldstone_build_info: {
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'node', 'engine'],
    read: ({ version, engineName }) => [
      [{ version, node: process.version, engine: engineName }, 1],
    ],
  },
};

/** Registers the metrics that are read from the service's parts when they are scraped, and those of Node. */
export function addServiceMetrics(registry: Registry, parts: ServiceParts): void {
  collectDefaultMetrics({ register: registry });
  for (const [name, { help, labelNames = [], read }] of Object.entries(METRICS)) {
    const Type = name.endsWith('_total') ? Counter : Gauge;
    new Type({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const samples = await read(parts);
        this.reset();
        for (const [labels, value] of samples) this.inc(labels, value);
      },
    });
  }
}
