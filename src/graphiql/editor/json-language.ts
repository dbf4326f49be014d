import type { languages } from 'monaco-editor/esm/vs/editor/editor.api.js';

/** Highlighting of JSON with comments; the names of tokens are those that Monaco's themes know. */
export const jsonLanguage: languages.IMonarchLanguage = {
  tokenizer: {
    root: [
      [/"(?:[^"\\]|\\.)*"(?=\s*:)/, 'string.key.json'],
      [/"(?:[^"\\]|\\.)*"/, 'string.value.json'],
      [/"(?:[^"\\]|\\.)*$/, 'string.invalid'],
      [/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number.json'],
      [/\b(?:true|false|null)\b/, 'keyword.json'],
      [/[{}[\]]/, '@brackets'],
      [/[:,]/, 'delimiter.json'],
      [/\/\/.*$/, 'comment.line.json'],
      [/\/\*/, 'comment.block.json', '@comment'],
    ],
    comment: [
      [/\*\//, 'comment.block.json', '@pop'],
      [/./, 'comment.block.json'],
    ],
  },
};
