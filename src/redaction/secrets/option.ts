import { type Detector, NONE, type Span } from '../text/detector.ts';
import { Pattern } from '../text/pattern.ts';
import type { Scan } from '../text/scan.ts';
import { isSecretName } from './secret-name.ts';
import { secretValueAt } from './secret-value.ts';

/** An option and what separates it from its value: blanks, or quotes and a comma in a list of arguments. */
const OPTION = new Pattern(
  /--[a-z][\w.-]{1,39}(?:[ \t]{1,4}|\\{0,15}["'],?[ \t]{0,4}(?=\\{0,15}["']))(?!-)/i,
);

/** Words after the name of an option that belong to a sentence about it: `--password is required`. */
const SENTENCE =
  /^(?:is|was|are|were|and|or|not|in|to|for|of|on|at|by|from|with|without|as|if|when|must|may|can|cannot|should|will|has|have|had|does|needs?|requires?|required|options?|flags?|arguments?|parameters?|values?|instead|missing|the|an?|given|set|unset|but|then|via|that|which|it|would|could|specified|provided|expects?|takes?|used|using|only|also)[.:!?]?$/i;

/** A path with an extension, such as that of a file of credentials. */
const FILE = /^(?:\.{0,2}|~)\/[\w./-]*\.\w{1,8}$/;
const MAX_FILE_LENGTH = 400;

/** Values of command line options whose name marks a secret: `--password hunter2`, `["--token", "…"]`. */
export const option: Detector = {
  name: 'option',
  confidence: 'likely',
  triggers: [{ char: '-', next: '-', before: '\0 \t\n"\'`([,=' }],
  leads: ['--password ', '"--token","', '--token /', '--token "/', '--token is ', '--password \\"'],
  isValue: true,
  find: findOption,
};

function findOption(scan: Scan, at: number): readonly Span[] {
  const end = scan.match(OPTION, at);
  if (end < 0 || !isSecretName(/[\w.-]+/.exec(scan.slice(at + 2, end))?.[0] ?? '')) return NONE;
  const value = secretValueAt(scan, end, {
    isQuoted: false,
    isEncoded: false,
    kind: 'other',
  });
  if (!value) return NONE;
  if (value.end - value.start > MAX_FILE_LENGTH) return [value];
  const text = scan.slice(value.start, value.end);
  return SENTENCE.test(text) || FILE.test(text) ? NONE : [value];
}
