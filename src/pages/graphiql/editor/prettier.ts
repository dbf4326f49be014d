import { applyEdits, format as formatEdits } from 'jsonc-parser';
import type { Options } from 'prettier';

/**
 * Formats a text as `prettier/standalone` would. JSON is formatted by `jsonc-parser`, which the page has anyway; Prettier,
 * which keeps the comments of GraphQL documents, is loaded when somebody first formats one.
 */
export async function format(text: string, options: Options): Promise<string> {
  if (options.parser === 'jsonc') {
    return applyEdits(text, formatEdits(text, undefined, { insertSpaces: true, tabSize: 2 }));
  }
  const prettier = await import('prettier/standalone');
  return prettier.format(text, options);
}
