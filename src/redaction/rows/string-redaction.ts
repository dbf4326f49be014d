import { DETECTORS, type RedactionProfile } from '../detectors.ts';
import { isSecretName } from '../secrets/secret-name.ts';
import { REDACTED } from '../text/scan.ts';
import { Scanner } from '../text/scanner.ts';
import { mayBeJson, redactJson } from './json-text.ts';

/** JSON in strings of JSON is read to this depth; each level doubles its backslashes. */
const DEEPEST = 16;

/** Redacts single strings by what is in them and by the name of the column, field or member that holds them. */
export class StringRedaction {
  readonly #scanner: Scanner;

  constructor(profile: RedactionProfile) {
    this.#scanner = new Scanner(DETECTORS[profile], profile === 'extended');
  }

  /** A text that may be JSON. */
  redact(text: string, name: string): string {
    return this.#redact(text, name, 0);
  }

  /** A value of type JSON, which stays JSON also where its name says that it is a secret. */
  redactJsonValue(text: string, name: string): string {
    return this.#redactJson(text, name, 0) ?? this.#redact(text, name, 0);
  }

  #redact(text: string, name: string, depth: number): string {
    if (name !== '' && text !== '' && isSecretName(name)) return REDACTED;
    const json = mayBeJson(text) ? this.#redactJson(text, name, depth) : undefined;
    return json ?? this.#scanner.redact(text, name === '' ? '' : `${name}": "`);
  }

  /** Undefined where the text is no JSON. */
  #redactJson(text: string, name: string, depth: number): string | undefined {
    if (depth >= DEEPEST) return undefined;
    return redactJson(text, (content, key) => this.#redact(content, key, depth + 1), name);
  }
}
