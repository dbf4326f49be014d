import { Counter, Histogram, type Registry } from 'prom-client';
import type { RunObserver } from '../engines/observed-engine.ts';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Registers the metrics of engine runs; the result records them. */
export function addEngineMetrics(registry: Registry): RunObserver {
  const registers = [registry];
  const runs = new Counter({
    name: 'fieldstone_engine_runs_total',
    help: 'Queries that the engine was given, by outcome: "OK", an error code, or "ABORTED" when no caller waited.',
    labelNames: ['endpoint', 'interface', 'outcome'],
    registers,
  });
  const rows = new Counter({
    name: 'fieldstone_engine_rows_total',
    help: 'Rows that the engine returned.',
    labelNames: ['endpoint'],
    registers,
  });
  const billed = new Counter({
    name: 'fieldstone_engine_billed_bytes_total',
    help: 'Bytes billed; the sum over endpoints and replicas is the bill.',
    labelNames: ['endpoint', 'interface'],
    registers,
  });
  const estimated = new Counter({
    name: 'fieldstone_engine_estimated_bytes_total',
    help: "Bytes that dry runs estimated: one for each text of callers' own SQL.",
    labelNames: ['endpoint', 'interface'],
    registers,
  });
  const slots = new Counter({
    name: 'fieldstone_engine_slot_seconds_total',
    help: 'Slot time of jobs, with slot pricing alone: bytes are not billed then.',
    labelNames: ['endpoint', 'interface'],
    registers,
  });
  const seconds = new Histogram({
    name: 'fieldstone_engine_run_seconds',
    help: 'Time from the free place to the last row of a run that succeeded.',
    labelNames: ['endpoint'],
    buckets: BUCKETS,
    registers,
  });
  return {
    ran: ({ purpose: { endpoint, via }, outcome, runMs, result }) => {
      runs.inc({ endpoint, interface: via, outcome });
      // A counter without samples would be no series.
      estimated.inc({ endpoint, interface: via }, 0);
      slots.inc({ endpoint, interface: via }, 0);
      if (!result) return;
      rows.inc({ endpoint }, result.rows.length);
      seconds.observe({ endpoint }, runMs / 1_000);
    },
    billed: ({ endpoint, via }, bytes) => billed.inc({ endpoint, interface: via }, bytes),
    estimated: ({ endpoint, via }, bytes) => estimated.inc({ endpoint, interface: via }, bytes),
    slotTime: ({ endpoint, via }, ms) => slots.inc({ endpoint, interface: via }, ms / 1_000),
  };
}
