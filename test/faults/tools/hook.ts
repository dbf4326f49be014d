/** Loaded into a replica (`node --import`): at SIGUSR2 it does what the file `fault` in its working folder says. */
import { readFileSync } from 'node:fs';

const LONG_BLOCK_MS = 2_000;
const BUSY_MS = 4_000;
const SHORT_BLOCK_MS = 120;

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Blocks over and over, with one round of the event loop between. */
function blockUntil(end: number): void {
  block(SHORT_BLOCK_MS);
  if (performance.now() < end) setImmediate(() => blockUntil(end));
}

const FAULTS: Readonly<Record<string, () => void>> = {
  block: () => block(LONG_BLOCK_MS),
  busy: () => blockUntil(performance.now() + BUSY_MS),
  reject: () => void Promise.reject(new Error('A planted fault')),
};

process.on('SIGUSR2', () => FAULTS[readFileSync('fault', 'utf8')]?.());
