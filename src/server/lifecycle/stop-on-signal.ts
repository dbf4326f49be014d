/** Shuts down gracefully, `drainMs` after readiness has turned negative. */
export type Stop = (drainMs: number) => Promise<void>;

/** Maximum time from the signal to the end of the process. */
export const MAX_STOP_MS = 29_000;

/** Drains on the first signal; a second one exits at once. */
export function stopOnSignal(stop: Stop, drainMs: number): void {
  let isStopping = false;
  const onSignal = (code: number, waitMs: number) => {
    if (isStopping) process.exit(1);
    isStopping = true;
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
  // An uncaught bug: running requests are finished, and the supervisor restarts the process.
  process.on('unhandledRejection', (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    onSignal(1, drainMs);
  });
}
