import { type FormEvent, useState } from 'react';
import { type KeyState, type OpenEndpoint, pinsOf } from './key.ts';

/** Properties of `KeyBar`. */
export interface KeyBarProps {
  readonly initialKey: string;
  readonly state: KeyState;
  readonly onKey: (key: string) => void;
}

/** The header: a field for the key, and what is known of the key. */
export function KeyBar({ initialKey, state, onKey }: KeyBarProps) {
  const [text, setText] = useState(initialKey);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onKey(text.trim());
  };
  return (
    <header className="key-bar">
      <h1>Fieldstone</h1>
      <a href="/">Catalogue</a>
      <a href="/docs">REST</a>
      <form onSubmit={submit} autoComplete="off">
        <label htmlFor="key">API key</label>
        <input
          id="key"
          type="password"
          placeholder="fsk_…"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            // A pasted key is complete: it is checked at once.
            const pasted = event.clipboardData.getData('text').trim();
            if (text !== '' || !pasted) return;
            event.preventDefault();
            setText(pasted);
            onKey(pasted);
          }}
        />
        <button type="submit">Use key</button>
      </form>
      <output className="key-state" data-kind={state.kind} title={detailOf(state)}>
        {wordOf(state)}
      </output>
    </header>
  );
}

function wordOf(state: KeyState): string {
  switch (state.kind) {
    case 'none':
      return 'No key yet: docs, examples and completion come with it';
    case 'checking':
      return 'Checking the key …';
    case 'good':
      return `Key is valid: ${state.endpoints.map(({ name }) => name).join(', ') || 'no endpoints'}${pinsTextOf(state.endpoints)}`;
    case 'refused':
    case 'unknown':
      return state.reason;
  }
}

function pinsTextOf(endpoints: readonly OpenEndpoint[]): string {
  const pins = endpoints.flatMap((endpoint) =>
    Object.entries(pinsOf(endpoint)).map(([name, pinned]) => `${name} = ${pinned}`),
  );
  return pins.length > 0 ? ` (${[...new Set(pins)].join(', ')})` : '';
}

function detailOf(state: KeyState): string {
  if (state.kind !== 'good') return wordOf(state);
  const lines = state.endpoints.map(
    ({ name, sandbox, redacted }) =>
      `${name}${sandbox ? ', with SQL of your own' : ''}${redacted ? ', always redacted' : ''}`,
  );
  return [`This key may run:`, ...lines].join('\n');
}
