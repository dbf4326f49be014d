import fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { Registry } from 'prom-client';
import type { Engine } from '../engines/engine.ts';
import { observedEngine } from '../engines/observed-engine.ts';
import { FieldstoneError } from '../errors.ts';
import { callerIn } from '../request/caller.ts';
import { addEngineMetrics } from './engine-metrics.ts';
import { RequestMetrics, type RequestMetricsOptions } from './request-metrics.ts';
import { addServiceMetrics, type ServiceParts } from './service-metrics.ts';

const PATH = '/metrics';

/** The metrics of one process, in the Prometheus text format. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: RequestMetrics;
  readonly #runs = addEngineMetrics(this.#registry);
  #server: FastifyInstance | undefined;

  constructor(options: RequestMetricsOptions = {}) {
    this.#requests = new RequestMetrics(this.#registry, options);
  }

  /** The engine, with its runs counted. */
  observe(engine: Engine): Engine {
    return observedEngine(engine, this.#runs);
  }

  /** Reads the service's parts at each scrape. */
  watch(parts: ServiceParts): void {
    addServiceMetrics(this.#registry, parts);
  }

  /** Counts an answered request. */
  count(request: FastifyRequest, reply: FastifyReply): void {
    this.#requests.count(request, reply);
  }

  /** Counts a request whose client left before it was answered. */
  countLeft(request: FastifyRequest): void {
    this.#requests.countLeft(request);
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
