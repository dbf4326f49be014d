import { useEffect, useRef } from 'react';

/** Calls a function for ⌘↵ and Ctrl+Enter, wherever the focus is. */
export function useRunShortcut(onRun: () => void): void {
  const callback = useRef(onRun);
  callback.current = onRun;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      callback.current();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
