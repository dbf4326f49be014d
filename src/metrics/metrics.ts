import fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { Registry } from 'prom-client';
import type { Bill } from '../bill/bill.ts';
import { NO_SAVINGS } from '../bill/savings.ts';
import type { Engine } from '../engines/engine.ts';
import { observedEngine } from '../engines/observed-engine.ts';
import { FieldstoneError } from '../errors.ts';
import { callerIn } from '../request/caller.ts';
import { addEngineMetrics } from './engine-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';
import { addServiceMetrics, type ServiceParts } from './service-metrics.ts';

const PATH = '/metrics';

/** The metrics of one process, in the Prometheus text format. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new RequestMetrics(this.#registry);
  readonly #runs = addEngineMetrics(this.#registry);
  readonly #bill: Pick<Bill, 'billed' | 'saved' | 'usage'>;
  #server: FastifyInstance | undefined;

  /** What is counted is booked on the bill too, by key, which no label may name. */
  constructor(bill: Pick<Bill, 'billed' | 'saved' | 'usage'>) {
    this.#bill = bill;
  }

  /** The engine, with its runs counted and booked. */
  observe(engine: Engine): Engine {
    const { billed, ...runs } = this.#runs;
    return observedEngine(engine, {
      ...runs,
      billed: (purpose, bytes) => {
        billed(purpose, bytes);
        this.#bill.billed(purpose, bytes);
      },
    });
  }

  /** Reads the service's parts at each scrape. */
  watch(parts: Omit<ServiceParts, 'billUsage'>): void {
    addServiceMetrics(this.#registry, { ...parts, billUsage: () => this.#bill.usage() });
  }

  /** Counts an answered request. */
  count(request: FastifyRequest, reply: FastifyReply): void {
    this.#requests.count(request, reply);
    this.#bookSavings(request);
  }

  /** Counts a request whose client left before it was answered. */
  countLeft(request: FastifyRequest): void {
    this.#requests.countLeft(request);
    this.#bookSavings(request);
  }

  /**
   * Offers `GET /metrics`: without a port as a route for keys that may read it; otherwise on a server of its own, which
   * needs no key, so that its port must not be public.
   */
  async publish(host: string, port: number | undefined): Promise<readonly FastifyPluginAsync[]> {
    if (port === undefined) return [this.#route()];
    this.#server = fastify();
    this.#server.get(PATH, (_, reply) => this.#send(reply));
    await this.#server.listen({ host, port });
    return [];
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  #bookSavings({ caller, ran }: FastifyRequest): void {
    if (!caller || !ran) return;
    for (const { endpoint, saved } of ran.results) {
      if (saved !== NO_SAVINGS) {
        this.#bill.saved({ endpoint, keyId: caller.keyId, via: ran.via }, saved);
      }
    }
  }

  #route(): FastifyPluginAsync {
    return async (app) => {
      app.get(PATH, async (request, reply) => {
        if (callerIn(request).metrics) return this.#send(reply);
        throw new FieldstoneError('FORBIDDEN', 'This key may not read metrics');
      });
    };
  }

  async #send(reply: FastifyReply): Promise<string> {
    const text = await this.#registry.metrics();
    reply.header('Content-Type', this.#registry.contentType).header('Cache-Control', 'no-store');
    return text;
  }
}
