let last = 0;
let text = '';

/** The member `time` of a log line, as pino's own `isoTime` makes it; lines of one millisecond share it. */
export function logTime(): string {
  const now = Date.now();
  if (now !== last) {
    last = now;
    text = `,"time":"${new Date(now).toISOString()}"`;
  }
  return text;
}
