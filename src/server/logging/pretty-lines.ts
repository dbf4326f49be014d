/** What takes log lines. */
export interface Lines {
  write(line: string): void;
}

/**
 * Makes log lines readable where standard output is a terminal and pino-pretty is there, which a production install
 * leaves out. Elsewhere they stay JSON.
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
