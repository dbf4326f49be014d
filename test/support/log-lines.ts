/** A log that keeps its lines. */
export class LogLines {
  readonly text: string[] = [];

  write(line: string): void {
    this.text.push(line);
  }

  /** The lines as the objects that they must be. */
  get entries(): readonly Record<string, unknown>[] {
    return this.text.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}
