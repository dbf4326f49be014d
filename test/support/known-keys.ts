import type { Authenticator, Caller } from '../../src/auth/caller.ts';
import { createSecret } from '../../src/auth/secret.ts';

/** Keys that live in memory, for tests that are not about the key file. */
export class KnownKeys implements Authenticator {
  readonly #callers = new Map<string, Caller>();

  /** Adds a key that may do everything but what is said, and returns it. */
  add(caller: Partial<Caller> = {}): string {
    const secret = createSecret();
    this.#callers.set(secret, {
      keyId: `key-${this.#callers.size + 1}`,
      name: 'test',
      endpoints: undefined,
      pins: new Map(),
      redact: false,
      sandbox: true,
      ...caller,
    });
    return secret;
  }

  authenticate(secret: string): Caller | undefined {
    return this.#callers.get(secret);
  }
}
