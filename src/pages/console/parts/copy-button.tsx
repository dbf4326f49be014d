import { useEffect, useState } from 'react';

/** How long a button says that it has copied. */
const SAID_MS = 2_000;

/** What the button says. */
const TEXTS = {
  idle: (name: string) => `Copy ${name}`,
  copied: (name: string) => `Copied ${name}`,
  refused: () => 'No clipboard here',
};

/** Properties of `CopyButton`. */
export interface CopyButtonProps {
  /** What is copied, as the button says: `Copy CSV`. */
  readonly name: string;
  readonly text: () => string;
}

/** Puts a text into the clipboard, and says so. */
export function CopyButton({ name, text }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SAID_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    // Browsers give the clipboard to pages over HTTPS and on loopback only.
    const written = navigator.clipboard?.writeText(text()) ?? Promise.reject();
    written.then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  return (
    <button type="button" className="copy" onClick={copy}>
      {TEXTS[state](name)}
    </button>
  );
}
