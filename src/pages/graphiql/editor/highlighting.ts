import type { editor, languages } from 'monaco-editor/esm/vs/editor/editor.api.js';

/** Colours of tokens that have too little contrast with GraphiQL's backgrounds in Monaco's own themes. */
const RULES: Readonly<Partial<Record<string, editor.ITokenThemeRule[]>>> = {
  vs: [{ token: 'number', foreground: '#06704f' }],
  'vs-dark': [{ token: 'comment', foreground: '#85b070' }],
};

/** A theme with enough contrast. */
export function withContrast(theme: editor.IStandaloneThemeData): editor.IStandaloneThemeData {
  return { ...theme, rules: [...theme.rules, ...(RULES[theme.base] ?? [])] };
}

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

const KEYWORDS = `ALL AND ANY ARRAY AS ASC AT BETWEEN BY CASE CAST COLLATE CROSS CUBE CURRENT DEFAULT DESC DISTINCT ELSE END
ESCAPE EXCEPT EXCLUDE EXISTS EXTRACT FALSE FETCH FOLLOWING FOR FROM FULL GROUP GROUPING GROUPS HAVING IF IGNORE IN INNER
INTERSECT INTERVAL INTO IS JOIN LATERAL LEFT LIKE LIMIT NATURAL NOT NULL NULLS OFFSET ON OR ORDER OUTER OVER PARTITION
PRECEDING QUALIFY RANGE RECURSIVE REPLACE RESPECT RIGHT ROLLUP ROWS SAFE_CAST SELECT SET SETS SOME STRUCT TABLESAMPLE THEN
TO TRUE UNBOUNDED UNION UNNEST USING WHEN WHERE WINDOW WITH WITHIN`;

const TYPES = `BIGNUMERIC BOOL BOOLEAN BYTES DATE DATETIME DECIMAL FLOAT64 INT64 INTEGER JSON NUMERIC STRING TIME
TIMESTAMP`;

/** Highlighting of GoogleSQL. */
export const googlesqlLanguage: languages.IMonarchLanguage = {
  ignoreCase: true,
  keywords: wordsOf(KEYWORDS),
  types: wordsOf(TYPES),
  tokenizer: {
    root: [
      [/(?:--|#).*$/, 'comment'],
      [/\/\*/, 'comment', '@comment'],
      [/(?:r|b|rb|br)?"""/, 'string', '@tripleDouble'],
      [/(?:r|b|rb|br)?'''/, 'string', '@tripleSingle'],
      [/(?:r|b|rb|br)?"(?:[^"\\]|\\.)*"/, 'string'],
      [/(?:r|b|rb|br)?'(?:[^'\\]|\\.)*'/, 'string'],
      [/`(?:[^`\\]|\\.)*`/, 'identifier'],
      // Monarch would expand `@` before a word.
      [/[@]{1,2}\w+/, 'variable'],
      [/0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/, 'number'],
      [/[a-z_]\w*(?=\s*\()/, { cases: { '@keywords': 'keyword', '@default': 'predefined' } }],
      [
        /[a-z_]\w*/,
        { cases: { '@keywords': 'keyword', '@types': 'type', '@default': 'identifier' } },
      ],
      [/[()[\]]/, '@brackets'],
      [/[<>=!|&^~*/+%-]+/, 'operator'],
    ],
    comment: [
      [/\*\//, 'comment', '@pop'],
      [/./, 'comment'],
    ],
    tripleDouble: [
      [/"""/, 'string', '@pop'],
      [/\\./, 'string.escape'],
      [/./, 'string'],
    ],
    tripleSingle: [
      [/'''/, 'string', '@pop'],
      [/\\./, 'string.escape'],
      [/./, 'string'],
    ],
  },
};

/** In lower case, as a language that ignores case looks them up. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/);
}
