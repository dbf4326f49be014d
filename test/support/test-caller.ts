import type { Caller } from '../../src/auth/caller.ts';

/** A caller who may do everything that keys may do without being told so, but for what is given. */
export function testCaller(given: Partial<Caller> = {}): Caller {
  const all = { endpoints: undefined, pins: new Map(), redact: false, sandbox: true };
  return { keyId: 'test', name: 'test', ...all, ...given };
}
