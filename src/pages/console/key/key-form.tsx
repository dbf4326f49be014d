import { type FormEvent, useState } from 'react';
import { isKeyRemembered } from '../../shared/stored-key.ts';
import type { KeyState, UsedKey } from './use-key.ts';

/** The field for the key, with where it is stored. */
export function KeyForm({ apiKey, state, onUse }: KeyFormProps) {
  const [text, setText] = useState(apiKey);
  const [remembers, setRemembers] = useState(isKeyRemembered);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onUse(text.trim(), remembers ? 'machine' : 'tab');
  };
  return (
    <form className="key-form" onSubmit={submit} autoComplete="off">
      <label htmlFor="key">API key</label>
      <div className="row">
        <input
          id="key"
          type="password"
          placeholder="fsk_…"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-describedby="key-state"
        />
        <button type="submit" className="primary">
          Use key
        </button>
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={remembers}
          onChange={(event) => setRemembers(event.target.checked)}
        />
        Remember it on this machine, not in this tab alone
      </label>
      <output id="key-state" data-kind={state.kind}>
        {textOf(state)}
      </output>
    </form>
  );
}

/** Properties of `KeyForm`. */
export interface KeyFormProps {
  readonly apiKey: string;
  readonly state: KeyState;
  readonly onUse: UsedKey['use'];
}

function textOf(state: KeyState): string {
  switch (state.kind) {
    case 'none':
      return 'Endpoints, forms and examples appear with a key.';
    case 'checking':
      return 'Checking the key …';
    case 'refused':
      return state.reason;
    case 'valid':
      return `The key may run ${state.catalogue.endpoints.length} endpoints.`;
  }
}
