import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { isGraphqlRequest } from '../request/target.ts';
import type { RunRecord } from '../server/run-record.ts';
import { getOrInsertComputed } from '../values/memory.ts';
import { SavedBytes } from './saved-bytes.ts';

/** Upper bounds in seconds: a cached answer takes less than the first, the deadline of a query is the last. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Requested by those who monitor the service: they would hide what callers meet. */
const PROBES: ReadonlySet<string | undefined> = new Set([
  '/livez',
  '/readyz',
  '/health',
  '/metrics',
]);

/** The label `interface`. */
type Interface = RunRecord['via'] | 'probe';

/** In place of an error code; the log has the status 499. */
const CLIENT_LEFT = 'CLIENT_LEFT';

type PhaseName = 'queue' | 'engine' | 'encode';

/** Options of `RequestMetrics`. */
export interface RequestMetricsOptions {
  /** Whether saved bytes are counted by key. @default false */
  readonly isByKey?: boolean;
}

/**
 * Counts and times requests. Every label has a bounded set of values: names of endpoints and error codes, never an
 * argument or SQL, and a key only where saved bytes are counted by key.
 */
export class RequestMetrics {
  readonly #requests: Counter;
  readonly #results: Counter;
  readonly #saved: SavedBytes;
  readonly #isByKey: boolean;
  readonly #durations: Readonly<Record<Interface, Histogram.Internal<string>>>;
  readonly #phases: Histogram;
  /** Label sets by their values, since the library hashes labels anew each time. */
  readonly #counted = new Map<string, Counter.Internal>();

  constructor(registry: Registry, { isByKey = false }: RequestMetricsOptions = {}) {
    const registers = [registry];
    this.#requests = new Counter({
      name: 'fieldstone_requests_total',
      help: 'Requests, by interface ("probe" for health checks and scrapes), endpoint ("" for none, "several" for more than one), error code ("OK" without one, "CLIENT_LEFT" if there was nobody to answer) and cache status ("" if nothing was run).',
      labelNames: ['interface', 'endpoint', 'code', 'cache'],
      registers,
    });
    this.#results = new Counter({
      name: 'fieldstone_results_total',
      help: 'Results in answers, by cache status: COLLAPSED ones shared the run of another caller.',
      labelNames: ['interface', 'endpoint', 'cache'],
      registers,
    });
    this.#saved = new SavedBytes(registry, isByKey);
    this.#isByKey = isByKey;
    const durations = new Histogram({
      name: 'fieldstone_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer.',
      labelNames: ['interface'],
      buckets: BUCKETS,
      registers,
    });
    this.#durations = {
      rest: durations.labels('rest'),
      graphql: durations.labels('graphql'),
      mcp: durations.labels('mcp'),
      probe: durations.labels('probe'),
    };
    this.#phases = new Histogram({
      name: 'fieldstone_request_phase_seconds',
      help: 'Waiting for the engine, its run, and encoding; cached answers have no phases.',
      labelNames: ['interface', 'phase'],
      buckets: BUCKETS,
      registers,
    });
  }

  /** Counts an answered request. */
  count(request: FastifyRequest, reply: FastifyReply): void {
    const { errorCode = 'OK', ran } = request;
    const via = this.#countRequest(request, errorCode);
    this.#durations[via].observe(reply.elapsedTime / 1_000);
    if (!ran) return;
    for (const result of ran.results) {
      this.#counter(this.#results, [via, result.endpoint, result.cacheStatus]).inc();
    }
    if (ran.isCached || ran.results.length === 0) return;
    const { queueMs, engineMs, encodeMs } = ran.phases;
    this.#observe(via, 'queue', queueMs);
    this.#observe(via, 'engine', engineMs);
    this.#observe(via, 'encode', encodeMs);
  }

  /** Counts a request whose client left before it was answered; how long it waited says nothing of the service. */
  countLeft(request: FastifyRequest): void {
    this.#countRequest(request, CLIENT_LEFT);
  }

  #countRequest(request: FastifyRequest, code: string): Interface {
    const { caller, ran } = request;
    const via = ran?.via ?? interfaceOf(request);
    const endpoint = ran ? endpointLabel(ran.endpoints) : '';
    this.#counter(this.#requests, [via, endpoint, code, ran?.cacheStatus ?? '']).inc();
    const keyId = this.#isByKey ? (caller?.keyId ?? '') : '';
    for (const result of ran?.results ?? []) this.#saved.add(result.endpoint, keyId, result.saved);
    return via;
  }

  #observe(via: string, phase: PhaseName, ms: number | undefined): void {
    if (ms !== undefined) this.#phases.observe({ interface: via, phase }, ms / 1_000);
  }

  #counter(counter: Counter, labels: readonly string[]): Counter.Internal {
    return getOrInsertComputed(this.#counted, labels.join(' '), () => counter.labels(...labels));
  }
}

function interfaceOf(request: FastifyRequest): Interface {
  if (isGraphqlRequest(request)) return 'graphql';
  return PROBES.has(request.routeOptions.url) ? 'probe' : 'rest';
}

function endpointLabel(endpoints: ReadonlySet<string>): string {
  if (endpoints.size > 1) return 'several';
  const [endpoint = ''] = endpoints;
  return endpoint;
}
