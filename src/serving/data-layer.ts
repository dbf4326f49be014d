import type { Logger } from 'pino';
import type { EventLoopLoad } from '../async/event-loop-load.ts';
import { systemClock as clock } from '../async/system-clock.ts';
import type { Counters } from '../cache/counters.ts';
import type { Config } from '../config/config.ts';
import type { Engine } from '../engines/engine.ts';
import type { OpenEngine } from '../engines/opening/engine-settings.ts';
import type { OpenCursors } from '../execution/paging/open-cursors.ts';
import { createPipeline, type Pipeline, type PipelineOptions } from '../execution/pipeline.ts';
import type { RequestRunner } from '../execution/runner.ts';

/** What answers the requests of a project: an engine over its tables, and the pipeline above it. */
export interface DataLayer {
  readonly opened: OpenEngine;
  /** The engine, observed. */
  readonly engine: Engine;
  readonly pipeline: Pipeline;
  /** The pipeline's, observed. */
  readonly runner: RequestRunner;
}

/** What all layers of a service share. */
export interface LayerParts extends Pick<PipelineOptions, 'replicas' | 'steps'>, OpenCursors {
  readonly config: Config;
  readonly log: Logger;
  readonly load: EventLoopLoad;
  readonly counters: Counters;
  /** Observes an engine. */
  readonly observeEngine: (engine: Engine) => Engine;
  /** Observes a runner. */
  readonly observeRunner: (runner: RequestRunner) => RequestRunner;
}

/** Assembles the pipeline over an engine. */
export function dataLayer(opened: OpenEngine, parts: LayerParts): DataLayer {
  const { config, log, observeEngine, observeRunner } = parts;
  const engine = observeEngine(opened.engine);
  const pipeline = createPipeline({
    engine,
    clock,
    dataSource: opened.dataSource,
    load: parts.load,
    counters: parts.counters,
    cursors: parts.cursors,
    replicas: parts.replicas,
    ...(parts.steps && { steps: parts.steps }),
    cacheBytes: config.cacheBytes,
    queryTimeoutMs: config.queryTimeoutMs,
    staleIfErrorSeconds: config.staleIfErrorSeconds,
    redaction: config.redaction,
    warmDailyBytes: config.warmDailyBytes,
    log: {
      refreshFailed: (error) => log.warn({ err: error }, 'a result could not be refreshed'),
      overBudget: (results) => log.warn({ results }, 'the bytes for warming are spent for today'),
    },
  });
  return { opened, engine, pipeline, runner: observeRunner(pipeline.runner) };
}
