import { whenNpmEnds } from './when-npm-ends.cjs';

/** Shuts down gracefully, `drainMs` after readiness has turned negative. */
export type Stop = (drainMs: number) => Promise<void>;

/** Maximum time from the signal to the end of the process. */
export const MAX_STOP_MS = 29_000;

/** A supervisor or a terminal signals all processes of a service, and `src/bin.cjs` passes on what it got. */
const SAME_SIGNAL_MS = 500;

/** Drains on the first signal, or when what started this process is gone; a second signal exits at once. */
export function stopOnSignal(stop: Stop, drainMs: number): void {
  let stoppingSince: number | undefined;
  const onSignal = (code: number, waitMs: number) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    // Whatever still runs then is abandoned.
    setTimeout(() => process.exit(code), MAX_STOP_MS);
    stop(waitMs).then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', () => onSignal(0, drainMs));
  process.on('SIGHUP', () => onSignal(0, drainMs));
  // From a terminal: there is no load balancer to drain.
  process.on('SIGINT', () => onSignal(0, 0));
  // No second signal, however late it is noticed.
  const onGone = () => {
    if (stoppingSince === undefined) onSignal(0, drainMs);
  };
  // It may have gone during the start.
  if (process.connected === false) onGone();
  else process.once('disconnect', onGone);
  whenNpmEnds(onGone);
  // An uncaught bug: running requests are finished, and the supervisor restarts the process.
  process.on('unhandledRejection', (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    onSignal(1, drainMs);
  });
}
