import { beginsWord } from './boundary.ts';
import { BASE64URL, skip } from './character-classes.ts';
import type { Scan } from './scan.ts';
import { dotAt } from './separators.ts';

const SHORTEST_HEADER = 10;
const MOST_PARTS = 5;

/** Hides the JSON Web Token whose `eyJ` ends at `at`; also one that was cut within its payload. */
export function hideJwt(scan: Scan, at: number): number {
  const start = at - 2;
  const { text } = scan;
  if (!text.startsWith('ey', start) || start < scan.end || !beginsToken(scan, start)) return at + 1;
  const header = skip(text, at, BASE64URL);
  const dot = dotAt(text, header);
  if (dot === 0 || header - start < SHORTEST_HEADER) return header;
  let end = header;
  for (let part = 1; part < MOST_PARTS; part += 1) {
    const next = dotAt(text, end);
    if (next === 0) break;
    const behind = skip(text, end + next, BASE64URL);
    // An unsigned token ends in a dot; a sentence may too.
    if (behind === end + next) break;
    end = behind;
  }
  return end === header ? header : scan.hide(start, end);
}

/** `-` and `_` belong to the alphabet: only the first `eyJ` of a run of it begins a token, whatever the run's length. */
function beginsToken(scan: Scan, start: number): boolean {
  const code = scan.leftCode(start);
  return code !== 45 && code !== 95 && beginsWord(scan, start);
}
