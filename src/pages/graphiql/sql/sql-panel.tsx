import { Button, type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect, useRef, useState } from 'react';
import * as monaco from '../editor/monaco.ts';
import { usePage } from '../page/page-context.ts';
import { sqlArguments, withSql } from './statements.ts';

/** An editor for the statement of the `sandbox` field in the current operation. */
export const SQL_PLUGIN: GraphiQLPlugin = {
  title: 'SQL Editor',
  icon: SqlIcon,
  content: SqlPanel,
};

function SqlPanel() {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const { run } = useGraphiQLActions();
  const [sql, setSql] = useState<string>();
  useEffect(() => {
    const read = () => setSql(sqlArguments(queryEditor?.getValue() ?? '')[0]?.sql);
    read();
    const listener = queryEditor?.onDidChangeModelContent(read);
    return () => listener?.dispose();
  }, [queryEditor]);
  const write = (next: string) => {
    const document = queryEditor?.getValue() ?? '';
    const [argument] = sqlArguments(document);
    if (!argument || argument.sql === next) return;
    queryEditor?.setValue(withSql(document, argument, next));
  };
  return (
    <section className="sql-panel" aria-label="SQL Editor">
      <header>
        <h2>SQL</h2>
        {sql !== undefined && <Button onClick={() => run()}>Run</Button>}
      </header>
      {sql === undefined ? (
        <p>
          This operation has no <code>sandbox</code> field with an <code>sql</code> text. The
          Endpoint Explorer opens one.
        </p>
      ) : (
        <SqlEditor sql={sql} onEdit={write} onRun={run} />
      )}
    </section>
  );
}

interface SqlEditorProps {
  readonly sql: string;
  readonly onEdit: (sql: string) => void;
  readonly onRun: () => void;
}

function SqlEditor({ sql, onEdit, onRun }: SqlEditorProps) {
  const container = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<monaco.editor.IStandaloneCodeEditor>();
  const callbacks = useRef({ onEdit, onRun });
  callbacks.current = { onEdit, onRun };
  const error = usePage().sqlErrors.find((one) => one.sql === sql);
  useEffect(() => {
    if (!container.current) return undefined;
    const created = createEditor(container.current, callbacks);
    setEditor(created);
    return () => {
      created.getModel()?.dispose();
      created.dispose();
    };
  }, []);
  useEffect(() => {
    if (editor && editor.getValue() !== sql) editor.setValue(sql);
  }, [editor, sql]);
  useEffect(() => {
    const model = editor?.getModel();
    if (!model) return;
    monaco.editor.setModelMarkers(model, 'service', error ? [markerOf(model, error)] : []);
    if (error?.line && error.column) editor?.revealLine(error.line);
  }, [editor, error]);
  return (
    <>
      <div ref={container} className="sql-editor" />
      {error && <p role="alert">{error.message}</p>}
    </>
  );
}

function createEditor(
  container: HTMLElement,
  callbacks: { readonly current: { onEdit(sql: string): void; onRun(): void } },
): monaco.editor.IStandaloneCodeEditor {
  const editor = monaco.editor.create(container, {
    language: 'googlesql',
    ariaLabel: 'SQL',
    automaticLayout: true,
    fontFamily: getComputedStyle(container).getPropertyValue('--font-family-mono'),
    fontSize: 15,
    lineNumbersMinChars: 2,
    minimap: { enabled: false },
    overviewRulerLanes: 0,
    renderLineHighlight: 'none',
    scrollBeyondLastLine: false,
    tabSize: 2,
    wordWrap: 'on',
  });
  editor.onDidChangeModelContent(() => callbacks.current.onEdit(editor.getValue()));
  editor.addAction({
    id: 'run-operation',
    label: 'Run Operation',
    keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter],
    run: () => callbacks.current.onRun(),
  });
  return editor;
}

/** Marks the word at the error's position; everything where it has none. */
function markerOf(
  model: monaco.editor.ITextModel,
  { message, line, column }: { message: string; line?: number; column?: number },
): monaco.editor.IMarkerData {
  const severity = monaco.MarkerSeverity.Error;
  if (line === undefined || column === undefined) {
    return { severity, message, ...model.getFullModelRange() };
  }
  const word = model.getWordAtPosition({ lineNumber: line, column });
  return {
    severity,
    message,
    startLineNumber: line,
    startColumn: column,
    endLineNumber: line,
    endColumn: word?.endColumn ?? column + 1,
  };
}

function SqlIcon() {
  return (
    <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <ellipse cx="10" cy="4.5" rx="7" ry="2.5" />
      <path d="M3 4.5v11c0 1.4 3.1 2.5 7 2.5s7-1.1 7-2.5v-11M3 10c0 1.4 3.1 2.5 7 2.5s7-1.1 7-2.5" />
    </svg>
  );
}
