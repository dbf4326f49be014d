/** A destination of log lines. */
export interface Lines {
  write(line: string): void;
}

/**
 * Formats log lines with pino-pretty if standard output is a terminal and the package is installed, which it is not in
 * production. Otherwise they stay JSON.
 */
export async function prettyLines(
  lines: Lines,
  isTerminal = process.stdout.isTTY === true,
): Promise<Lines> {
  if (!isTerminal) return lines;
  try {
    const { prettyFactory } = await import('pino-pretty');
    const pretty = prettyFactory({
      colorize: true,
      singleLine: true,
      ignore: 'requestId',
      translateTime: 'SYS:HH:MM:ss.l',
    });
    return { write: (line) => lines.write(pretty(line) ?? line) };
  } catch {
    return lines;
  }
}
