/** Loaded before the service: tells whoever started it how late its event loop was, and its processor time, since the last time. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds between two looks; how late a look is, is known to about this. */
const RESOLUTION = 2;

const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
delays.enable();

let last = process.cpuUsage();

process.on('message', () => {
  const { user, system } = process.cpuUsage(last);
  process.send?.({ delayMs: delays.max / 1e6 - RESOLUTION, cpuMs: (user + system) / 1e3 });
  delays.reset();
  last = process.cpuUsage();
});
