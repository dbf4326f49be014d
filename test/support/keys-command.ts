import { join } from 'node:path';
import { runKeys } from '../../src/cli/keys.ts';
import { ENDPOINTS } from '../../src/endpoints/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The moment at which the commands run. */
export const NOW = new Date('2026-07-01T10:00:00Z');

/** The command `keys` on a key file of its own. */
export function commandLine() {
  const file = join(temporaryFolder(), 'keys.json');
  return {
    file,
    async run(line: string, now = NOW, input = '') {
      const out: string[] = [];
      const err: string[] = [];
      const code = await runKeys(line.split(' ').filter(Boolean), {
        file,
        endpoints: ENDPOINTS,
        now,
        readInput: async () => input,
        print: (text) => out.push(text),
        complain: (text) => err.push(text),
      });
      return { code, out: out.join('\n'), err: err.join('\n'), last: out.at(-1) ?? '' };
    },
  };
}
