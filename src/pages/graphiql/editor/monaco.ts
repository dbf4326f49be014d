/**
 * Monaco with the contributions that the page uses; the whole of Monaco would double the page's size. The build puts this
 * module where `@graphiql/react` and `monaco-graphql` import Monaco.
 */
import 'monaco-editor/esm/vs/base/browser/ui/codicons/codiconStyles.js';
import 'monaco-editor/esm/vs/basic-languages/graphql/graphql.contribution.js';
import 'monaco-editor/esm/vs/editor/browser/coreCommands.js';
import 'monaco-editor/esm/vs/editor/browser/widget/codeEditor/codeEditorWidget.js';
import 'monaco-editor/esm/vs/editor/common/standaloneStrings.js';
import 'monaco-editor/esm/vs/editor/contrib/bracketMatching/browser/bracketMatching.js';
import 'monaco-editor/esm/vs/editor/contrib/clipboard/browser/clipboard.js';
import 'monaco-editor/esm/vs/editor/contrib/comment/browser/comment.js';
import 'monaco-editor/esm/vs/editor/contrib/contextmenu/browser/contextmenu.js';
import 'monaco-editor/esm/vs/editor/contrib/cursorUndo/browser/cursorUndo.js';
import 'monaco-editor/esm/vs/editor/contrib/find/browser/findController.js';
import 'monaco-editor/esm/vs/editor/contrib/folding/browser/folding.js';
import 'monaco-editor/esm/vs/editor/contrib/gotoError/browser/gotoError.js';
import 'monaco-editor/esm/vs/editor/contrib/gotoSymbol/browser/goToCommands.js';
import 'monaco-editor/esm/vs/editor/contrib/gotoSymbol/browser/link/goToDefinitionAtPosition.js';
import 'monaco-editor/esm/vs/editor/contrib/hover/browser/hoverContribution.js';
import 'monaco-editor/esm/vs/editor/contrib/linesOperations/browser/linesOperations.js';
import 'monaco-editor/esm/vs/editor/contrib/multicursor/browser/multicursor.js';
import 'monaco-editor/esm/vs/editor/contrib/readOnlyMessage/browser/contribution.js';
import 'monaco-editor/esm/vs/editor/contrib/smartSelect/browser/smartSelect.js';
import 'monaco-editor/esm/vs/editor/contrib/snippet/browser/snippetController2.js';
import 'monaco-editor/esm/vs/editor/contrib/suggest/browser/suggestController.js';
import 'monaco-editor/esm/vs/editor/contrib/toggleTabFocusMode/browser/toggleTabFocusMode.js';
import 'monaco-editor/esm/vs/editor/contrib/wordHighlighter/browser/wordHighlighter.js';
import 'monaco-editor/esm/vs/editor/contrib/wordOperations/browser/wordOperations.js';
import 'monaco-editor/esm/vs/editor/standalone/browser/quickAccess/standaloneCommandsQuickAccess.js';
import 'monaco-editor/esm/vs/editor/standalone/browser/referenceSearch/standaloneReferenceSearch.js';
// GraphiQL imports these two when it starts; as files of their own they would keep the editors waiting.
import 'monaco-graphql/esm/graphqlMode.js';
import 'monaco-graphql/esm/lite.js';
import { editor, languages } from 'monaco-editor/esm/vs/editor/editor.api.js';
import { googlesqlLanguage, jsonLanguage, withContrast } from './highlighting.ts';

// biome-ignore lint/performance/noReExportAll: the importing packages expect Monaco's whole API.
// biome-ignore lint/performance/noBarrelFile: as above.
export * from 'monaco-editor/esm/vs/editor/editor.api.js';

// GraphiQL defines its themes itself.
const { defineTheme } = editor;
Object.assign(editor, {
  defineTheme: (name: string, theme: editor.IStandaloneThemeData) =>
    defineTheme(name, withContrast(theme)),
});

languages.register({ id: 'json', extensions: ['.json'] });
languages.setMonarchTokensProvider('json', jsonLanguage);
languages.setLanguageConfiguration('json', {
  brackets: [
    ['{', '}'],
    ['[', ']'],
  ],
  autoClosingPairs: [
    { open: '{', close: '}' },
    { open: '[', close: ']' },
    { open: '"', close: '"', notIn: ['string'] },
  ],
});
languages.register({ id: 'googlesql' });
languages.setMonarchTokensProvider('googlesql', googlesqlLanguage);
languages.setLanguageConfiguration('googlesql', {
  comments: { lineComment: '--', blockComment: ['/*', '*/'] },
  brackets: [
    ['(', ')'],
    ['[', ']'],
  ],
  autoClosingPairs: [
    { open: '(', close: ')' },
    { open: '[', close: ']' },
    { open: "'", close: "'", notIn: ['string', 'comment'] },
    { open: '"', close: '"', notIn: ['string', 'comment'] },
    { open: '`', close: '`', notIn: ['string', 'comment'] },
  ],
});
// GraphiQL hands its settings to Monaco's JSON service, which needs a worker of its own and is not part of the page.
Object.assign(languages, {
  json: { jsonDefaults: { diagnosticsOptions: {}, setDiagnosticsOptions() {} } },
});
