import { beginsWord } from '../text/boundary.ts';
import { BASE64URL, skip } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';
import { dotAt } from '../text/separators.ts';

const SHORTEST_HEADER = 10;
const MAX_PARTS = 5;

/** JSON Web Tokens; also one that was cut within its payload. */
export const jwt: Detector = {
  name: 'jwt',
  confidence: 'certain',
  triggers: [{ sign: 'J' }],
  find: findJwt,
};

/** `at` is the end of the `eyJ` that it begins with. */
function findJwt(scan: Scan, at: number): readonly Span[] {
  const start = at - 2;
  const { text } = scan;
  if (!text.startsWith('ey', start) || start < scan.end || !beginsToken(scan, start)) return NONE;
  const header = skip(text, at, BASE64URL);
  scan.skipTo(header);
  const dot = dotAt(text, header);
  if (dot === 0 || header - start < SHORTEST_HEADER) return NONE;
  let end = header;
  for (let part = 1; part < MAX_PARTS; part += 1) {
    const next = dotAt(text, end);
    if (next === 0) break;
    const behind = skip(text, end + next, BASE64URL);
    // An unsigned token ends in a dot; a sentence may too.
    if (behind === end + next) break;
    end = behind;
  }
  return end === header ? NONE : span(start, end);
}

/** `-` and `_` belong to the alphabet: only the first `eyJ` of a run of it begins a token, whatever the run's length. */
function beginsToken(scan: Scan, start: number): boolean {
  const code = scan.leftCode(start);
  return code !== 45 && code !== 95 && beginsWord(scan, start);
}
