import type { Config } from '../config/config.ts';

/** The settings as lines of `name value`, with hashes of keys and passwords in URLs hidden. */
export function printConfig(config: Config): string {
  const lines = Object.entries(config).map(([name, value]) =>
    name === 'keys' && value !== undefined ? 'keys …' : `${name} ${shown(value)}`,
  );
  return `${lines.join('\n')}\n`;
}

function shown(value: unknown): string {
  if (value === undefined) return '-';
  return typeof value === 'string' ? withoutPassword(value) : JSON.stringify(value);
}

function withoutPassword(text: string): string {
  const url = URL.parse(text);
  if (!url?.password) return text;
  url.password = '…';
  return decodeURI(url.href);
}
