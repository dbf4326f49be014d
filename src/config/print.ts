/** `npm run settings` writes what is said of every variable in `.env.example` and in the documentation. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Setting, settings } from './setting-list.ts';

/** The committed file of all defaults. */
const ENV_EXAMPLE_FILE = new URL('../../.env.example', import.meta.url);

/** The page about variables; the text between its two markers is generated. */
const PAGE_FILE = new URL('../../docs/operating/configuration.md', import.meta.url);

const START = '<!-- settings: start -->';
const END = '<!-- settings: end -->';

/** All variables with their defaults, to be copied and changed. */
function printEnvExample(): string {
  const head =
    '# Every variable that Fieldstone reads, with its default. Copy to .env and change what differs.';
  const variables = settings().map(
    ({ name, meaning, defaultText }) => `# ${meaning}\n${name}=${defaultText}`,
  );
  return `${[head, ...variables].join('\n\n')}\n`;
}

/** The page with the current table of variables. */
function printPage(page: string): string {
  const [before = ''] = page.split(START);
  const [, after = ''] = page.split(END);
  const rows = settings().map(rowOf).join('\n');
  return `${before}${START}\n\n| variable | default | is |\n|---|---|---|\n${rows}\n\n${END}${after}`;
}

function rowOf({ name, meaning, defaultText }: Setting): string {
  const text = meaning.replace(/(https?:\/\/\S*?)(?=[,;.]?(?:\s|$))|(\{.*\})/g, '`$&`');
  return `| \`${name}\` | ${defaultText && `\`${defaultText}\``} | ${text.replaceAll('|', '\\|')} |`;
}

if (import.meta.main) {
  writeFileSync(ENV_EXAMPLE_FILE, printEnvExample());
  writeFileSync(PAGE_FILE, printPage(readFileSync(PAGE_FILE, 'utf8')));
}
