import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { readFault } from '../../files/read-fault.ts';
import { detached } from '../../values/memory.ts';

/** Number and bytes of the texts registered by clients. */
const MAX_REGISTERED = 1_000;
const MAX_REGISTERED_BYTES = 4_000_000;

/** Sources of documents that are requested by hash. */
export interface DocumentSettings {
  /** Trusted documents, by the SHA-256 of their text. @default none */
  readonly trusted?: ReadonlyMap<string, string> | undefined;
  /** Whether only trusted documents run. @default false */
  readonly trustedOnly?: boolean;
}

/** Reads a file as written by the GraphQL Code Generator client preset: a JSON object of SHA-256 to text. */
export function readTrustedDocuments(file: string): ReadonlyMap<string, string> {
  const documents = parse(file);
  for (const [key, text] of documents) {
    if (typeof text !== 'string' || key !== digest(text)) {
      throw new Error(
        `Cannot use TRUSTED_DOCUMENTS "${file}": "${key}" is not the SHA-256 of its text; set hashAlgorithm: 'sha256'`,
      );
    }
  }
  return new Map(documents);
}

function parse(file: string): readonly [string, string][] {
  try {
    const documents: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
    return Object.entries(documents).map(([key, text]) => [plainHash(key), text]);
  } catch (cause) {
    throw new Error(`Cannot read TRUSTED_DOCUMENTS "${file}": ${readFault(cause)}`, { cause });
  }
}

/** A hash without the algorithm prefix that the client preset adds. */
export function plainHash(id: string): string {
  return id.replace(/^sha256:/, '');
}

/** Looks up trusted documents and those registered by clients (automatic persisted queries). */
export class Documents {
  readonly #trusted: ReadonlyMap<string, string>;
  readonly #trustedOnly: boolean;
  readonly #registered = new LRUCache<string, string>({
    max: MAX_REGISTERED,
    maxSize: MAX_REGISTERED_BYTES,
    sizeCalculation: (text, key) => 2 * (text.length + key.length),
  });

  constructor({ trusted = new Map(), trustedOnly = false }: DocumentSettings = {}) {
    this.#trusted = trusted;
    this.#trustedOnly = trustedOnly;
  }

  /** The text with this hash; trusted documents take precedence over registered ones. */
  find(sha256: string): string | undefined {
    return this.#trusted.get(sha256) ?? this.#registered.get(sha256);
  }

  /** Whether a text sent in full may run. */
  allows(text: string): boolean {
    return !this.#trustedOnly || this.#trusted.has(digest(text));
  }

  /** Registers a text under its hash; false if the hash does not match. */
  register(sha256: string, text: string): boolean {
    const own = digest(text);
    if (sha256 !== own) return false;
    if (!this.#trustedOnly) this.#registered.set(own, detached(text));
    return true;
  }
}

function digest(text: string): string {
  return hash('sha256', text, 'hex');
}
