import { DETECTORS, type RedactionProfile } from '../detectors.ts';
import { isSecretName } from '../secrets/secret-name.ts';
import { REDACTED } from '../text/scan.ts';
import { Scanner } from '../text/scanner.ts';
import { mayBeJson, redactJson } from './json-text.ts';

/** The maximum nesting of JSON inside JSON strings; each level doubles the backslashes. */
const MAX_DEPTH = 16;

/** Redacts single strings by their content and by the name of the column, field or member that holds them. */
export class StringRedaction {
  readonly #scanner: Scanner;

  constructor(profile: RedactionProfile) {
    this.#scanner = new Scanner(DETECTORS[profile], profile === 'extended');
  }

  /** The number of characters that detectors have read so far. */
  get charactersRead(): number {
    return this.#scanner.charactersRead;
  }

  /** Redacts a text that may be JSON. */
  redact(text: string, name: string): string {
    return this.#redact(text, name, 0);
  }

  /** Redacts a value of type JSON; it stays JSON even when its name marks a secret. */
  redactJsonValue(text: string, name: string): string {
    return this.#redactJson(text, name, 0) ?? this.#redact(text, name, 0);
  }

  #redact(text: string, name: string, depth: number): string {
    if (name !== '' && text !== '' && isSecretName(name)) return REDACTED;
    const json = mayBeJson(text) ? this.#redactJson(text, name, depth) : undefined;
    return json ?? this.#scanner.redact(text, name);
  }

  /** Undefined if the text is not JSON. */
  #redactJson(text: string, name: string, depth: number): string | undefined {
    if (depth >= MAX_DEPTH) return undefined;
    return redactJson(text, (content, key) => this.#redact(content, key, depth + 1), name);
  }
}
