/** The samples of a metric in the Prometheus text format, by their labels as they are written. */
export function samplesOf(text: string, name: string): Readonly<Record<string, number>> {
  const lines = text.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
  return Object.fromEntries(
    lines.map((line) => [
      /\{(.*)\}/.exec(line)?.[1] ?? '',
      Number(line.slice(line.lastIndexOf(' '))),
    ]),
  );
}
