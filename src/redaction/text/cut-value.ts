import { REDACTED } from './scan.ts';

const CUT = '...';
const LONGEST = 64;
/** Characters that delimit a value within a message. */
const BEFORE_VALUE: ReadonlySet<string> = new Set(' \t\r\n"\'`|,;()<>[]{}');

/** What may be the first part of an address or of a key. */
const FIRST_PART = [
  /(?:^|[^\w:.])[0-9A-Fa-f:.]{0,45}[0-9A-Fa-f][:.][0-9A-Fa-f:.]{0,45}$/,
  /@[\w.-]*$/,
  /(?:^|[^A-Za-z0-9])(?:eyJ|sk[-_]|[a-z]{2,6}_[0-9A-Za-z]|xox|glpat-|AKIA|ASIA|AIza|SG\.)[\w.-]*$/,
];

/** Hides values that a message shows only in part, with `...` behind it, where the part may be personal. */
export function hideCutValues(message: string): string {
  let output = '';
  let copied = 0;
  for (let cut = message.indexOf(CUT); cut >= 0; cut = message.indexOf(CUT, cut + CUT.length)) {
    const start = startOfValue(message, cut, copied);
    const value = message.slice(start, cut);
    // A row of dots is no value that was cut.
    if (value.endsWith('.') || !FIRST_PART.some((part) => part.test(value))) continue;
    output += message.slice(copied, start) + REDACTED;
    copied = cut;
  }
  return output + message.slice(copied);
}

function startOfValue(message: string, cut: number, floor: number): number {
  let start = cut;
  while (start > floor && cut - start < LONGEST && !BEFORE_VALUE.has(message.charAt(start - 1))) {
    start -= 1;
  }
  return start;
}
