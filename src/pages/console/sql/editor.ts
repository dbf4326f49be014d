import {
  autocompletion,
  type Completion,
  closeBrackets,
  completeFromList,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { SQLDialect, type SQLNamespace, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Column, View } from '../api/description.ts';
import { placeIn } from './error-place.ts';
import functions from './functions.json' with { type: 'json' };
import { typingOver } from './typing-over.ts';

/** What an editor is made with. */
export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly views: readonly View[];
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
}

/** An editor of SQL on the page. */
export interface SqlEditor {
  /** Marks the place that the message names; undefined removes the mark. */
  showError(message: string | undefined): void;
  /** Puts a text at the cursor. */
  insert(text: string): void;
  setText(text: string): void;
  destroy(): void;
}

/** Makes an editor. */
export function createEditor({ onChange, onRun, parent, text, views }: EditorOptions): SqlEditor {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(pageNonce()),
        Prec.highest(
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                onRun();
                return true;
              },
            },
          ]),
        ),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        typingOver,
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        closeBrackets(),
        autocompletion(),
        ...language(views),
        syntaxHighlighting(HIGHLIGHTS),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'SQL' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
        EditorView.theme(THEME),
      ],
    }),
  });
  return {
    showError: (message) => view.dispatch(setDiagnostics(view.state, diagnosticsOf(view, message))),
    insert: (inserted) => {
      view.dispatch(view.state.replaceSelection(inserted));
      view.focus();
    },
    setText: (next) => {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    destroy: () => view.destroy(),
  };
}

/** The nonce of the page's policy, which allows the editor's style element. */
function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

const GOOGLESQL = SQLDialect.define({
  keywords:
    'all and any array as asc at between by case cast cross cube current desc distinct else end escape except exists extract false following for from full group grouping having if ignore in inner intersect interval is join left like limit natural not null nulls offset on or order outer over partition preceding qualify range recursive respect right rollup rows safe_cast select sets struct tablesample then true unbounded union unnest using when where window with pivot unpivot extend aggregate',
  types:
    'int64 float64 numeric bignumeric bool string bytes date datetime time timestamp json interval',
  builtin: functions.join(' ').toLowerCase(),
  backslashEscapes: true,
  hashComments: true,
  doubleQuotedStrings: true,
  identifierQuotes: '`',
  caseInsensitiveIdentifiers: true,
});

function language(views: readonly View[]) {
  const schema: SQLNamespace = Object.fromEntries(
    views.map(({ columns, name }) => [name, columns.map(columnCompletion)]),
  );
  const [only] = views;
  const calls = functions.map((label) => ({ label, type: 'function', apply: `${label}(` }));
  const columns = uniqueColumns(views);
  return [
    sql({
      dialect: GOOGLESQL,
      schema,
      upperCaseKeywords: true,
      ...(views.length === 1 && only && { defaultTable: only.name }),
    }),
    GOOGLESQL.language.data.of({ autocomplete: completeFromList([...calls, ...columns]) }),
  ];
}

function columnCompletion({ mode, name, type }: Column): Completion {
  return { label: name, type: 'property', detail: mode === 'REPEATED' ? `ARRAY<${type}>` : type };
}

function uniqueColumns(views: readonly View[]): readonly Completion[] {
  const columns = views.flatMap((view) => view.columns.map(columnCompletion));
  return [...new Map(columns.map((column) => [column.label, column])).values()];
}

/** The word at the place that an error names, or everything where it names none. */
function diagnosticsOf(view: EditorView, message: string | undefined): readonly Diagnostic[] {
  if (message === undefined) return [];
  const { doc } = view.state;
  const place = placeIn(message);
  if (!place || place.line > doc.lines) {
    return [{ from: 0, to: doc.length, severity: 'error', message }];
  }
  const line = doc.line(place.line);
  const from = Math.min(line.from + place.column - 1, line.to);
  const word = /^[\w`]+/.exec(doc.sliceString(from, line.to))?.[0].length ?? 1;
  return [{ from, to: Math.min(from + word, doc.length), severity: 'error', message }];
}

const HIGHLIGHTS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--text-muted)' },
  { tag: tags.standard(tags.name), color: 'var(--code-function)' },
]);

const THEME = {
  '&': { fontSize: 'var(--text-small)', height: '100%' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { background: 'transparent', color: 'var(--text-muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selection) !important',
  },
  '.cm-tooltip': {
    background: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-completionDetail': { color: 'inherit', opacity: '1' },
};
