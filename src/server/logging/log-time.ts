let last = 0;
let text = '';

/** The `time` member of a log line in pino's `isoTime` format; cached per millisecond. */
export function logTime(): string {
  const now = Date.now();
  if (now !== last) {
    last = now;
    text = `,"time":"${new Date(now).toISOString()}"`;
  }
  return text;
}
