import type { Run } from '../api/run.ts';

/** What a snippet is made of. */
export interface SnippetInput extends Run {
  /** The address of the service: `https://data.example.com`. */
  readonly origin: string;
  /** The key, or what stands in its place. */
  readonly key: string;
}

/** The name of types of an endpoint: `RevenueByDay`. */
export function typeNameOf({ endpoint: { field } }: Run): string {
  return field.charAt(0).toUpperCase() + field.slice(1);
}

/** A text as a shell takes it. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
