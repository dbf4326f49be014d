import { bodyOf } from '../api/run.ts';
import { type SnippetInput, shellQuoted } from './snippet.ts';

/** A request of a shell. */
export function curlSnippet(input: SnippetInput): string {
  const { endpoint, key, origin, redact } = input;
  const lines = [
    `curl ${shellQuoted(origin + endpoint.path)}`,
    `-H ${shellQuoted(`X-API-KEY: ${key}`)}`,
    ...(redact ? [`-H 'SVC-ENDPOINT-REDACT-PII: true'`] : []),
    `-H 'Content-Type: application/json'`,
    `-d ${shellQuoted(bodyOf(input))}`,
  ];
  return `${lines.join(' \\\n  ')}\n`;
}
