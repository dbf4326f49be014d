import type { Logger } from 'pino';
import { UNOBSERVED } from '../sources/source.ts';
import type { Tracing } from './tracing.ts';

/** Traces nothing: every part is what it would be without it. */
const OFF: Tracing = {
  requests: undefined,
  observeField: undefined,
  steps: UNOBSERVED,
  engine: (engine) => engine,
  runner: (runner) => runner,
  headers: undefined,
  close: async () => {},
};

/** Starts OpenTelemetry's SDK, which is not even loaded where tracing is off. */
export async function startTracing(isOn: boolean, version: string, log: Logger): Promise<Tracing> {
  if (!isOn) return OFF;
  const { startSdk } = await import('./sdk.ts');
  return startSdk(version, log);
}
