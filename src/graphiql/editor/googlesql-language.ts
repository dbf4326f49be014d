import type { languages } from 'monaco-editor/esm/vs/editor/editor.api.js';

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
