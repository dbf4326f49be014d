import { type RefObject, useEffect, useRef } from 'react';
import type { View } from '../api/description.ts';
import type { SqlEditor } from './editor.ts';

/** Properties of `SqlEditorBox`. */
export interface SqlEditorBoxProps {
  readonly text: string;
  readonly views: readonly View[];
  /** What the service said of the statement. */
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  /** Set once the editor is there. */
  readonly editor: RefObject<SqlEditor | undefined>;
}

/** The editor of a statement; its library is loaded when it is first displayed. */
export function SqlEditorBox({ editor, error, onChange, onRun, text, views }: SqlEditorBoxProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ text, error, onChange, onRun });
  latest.current = { text, error, onChange, onRun };
  useEffect(() => {
    const parent = place.current;
    if (!parent) return undefined;
    let isGone = false;
    void import('./editor.ts').then(({ createEditor }) => {
      if (isGone) return;
      editor.current = createEditor({
        parent,
        views,
        text: latest.current.text,
        onChange: (next) => latest.current.onChange(next),
        onRun: () => latest.current.onRun(),
      });
      editor.current.showError(latest.current.error);
    });
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [views, editor]);
  useEffect(() => editor.current?.setText(text), [text, editor]);
  useEffect(() => editor.current?.showError(error), [error, editor]);
  return <div ref={place} className="sql-editor" />;
}
