/** Keys, tokens, e-mail addresses and IP addresses but those of this machine: what no log line may have. */
const SECRET =
  /fsk_\w{16}|eyJ[\w-]{10,}\.eyJ|[\w.+-]+@[\w-]+\.\w{2,}|\b(?!127\.0\.0\.1\b)\d{1,3}(?:\.\d{1,3}){3}\b/;

/** A log that keeps its lines. */
export class LogLines {
  /** Lines of any log of this worker that have a secret; every test ends with a look at them. */
  static readonly leaks: string[] = [];
  readonly text: string[] = [];

  write(line: string): void {
    this.text.push(line);
    if (SECRET.test(line)) LogLines.leaks.push(line);
  }

  /** The lines as the objects that they must be. */
  get entries(): readonly Record<string, unknown>[] {
    return this.text.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}
