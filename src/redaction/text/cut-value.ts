import { REDACTED } from './scan.ts';

/** The marks of GoogleSQL's messages and of ours. */
const CUT = /\.\.\.|…/g;
const MAX_VALUE_LENGTH = 200;
/** Characters that delimit a value within a message. */
const BEFORE_VALUE: ReadonlySet<string> = new Set(' \t\r\n"\'`|,;()<>[]{}');

/** Patterns of the beginning of an address or a key. */
const FIRST_PART = [
  /(?:^|[^\w:.])[0-9A-Fa-f:.]{0,45}[0-9A-Fa-f][:.][0-9A-Fa-f:.]{0,45}$/,
  /@[\w.-]*$/,
  /(?:^|[^A-Za-z0-9])(?:eyJ|sk[-_]|[a-z]{2,6}_[0-9A-Za-z]|xox|glpat-|AKIA|ASIA|AIza|SG\.)[\w.-]*$/,
];

/** Hides truncated values of a message, marked by `...` or `…`, that may be the beginning of personal data. */
export function hideCutValues(message: string): string {
  let output = '';
  let copied = 0;
  for (const { index: cut } of message.matchAll(CUT)) {
    const start = startOfValue(message, cut, copied);
    const value = message.slice(start, cut);
    // A row of dots is not a truncated value.
    if (value.endsWith('.') || !FIRST_PART.some((part) => part.test(value))) continue;
    output += message.slice(copied, start) + REDACTED;
    copied = cut;
  }
  return output + message.slice(copied);
}

function startOfValue(message: string, cut: number, floor: number): number {
  let start = cut;
  while (
    start > floor &&
    cut - start < MAX_VALUE_LENGTH &&
    !BEFORE_VALUE.has(message.charAt(start - 1))
  ) {
    start -= 1;
  }
  return start;
}
