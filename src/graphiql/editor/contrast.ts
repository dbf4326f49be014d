import type { editor } from 'monaco-editor/esm/vs/editor/editor.api.js';

/** Colours of tokens that have too little contrast with GraphiQL's backgrounds in Monaco's own themes. */
const RULES: Readonly<Partial<Record<string, editor.ITokenThemeRule[]>>> = {
  vs: [{ token: 'number', foreground: '#06704f' }],
  'vs-dark': [{ token: 'comment', foreground: '#85b070' }],
};

/** A theme with enough contrast. */
export function withContrast(theme: editor.IStandaloneThemeData): editor.IStandaloneThemeData {
  return { ...theme, rules: [...theme.rules, ...(RULES[theme.base] ?? [])] };
}
