import fc from 'fast-check';
import { afterEach, expect } from 'vitest';
import { LogLines } from './log-lines.ts';

/** The same cases at every run, so that nobody's change fails by chance; the fuzzers look for new ones. */
fc.configureGlobal({ seed: 20_261_121 });

/** Whatever a test is about: no line that a gateway logs has a key or personal data. */
afterEach(() => {
  expect(LogLines.leaks.splice(0)).toEqual([]);
});
