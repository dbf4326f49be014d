import { type KeyboardEvent, useState } from 'react';

/** Properties of `Chips`. */
export interface ChipsProps {
  readonly id: string;
  readonly label: string;
  readonly texts: readonly string[];
  readonly onChange: (texts: readonly string[]) => void;
  readonly describedBy: string;
  readonly isInvalid: boolean;
}

/** The values of a list, each with a button that removes it, and a field for one more. */
export function Chips({ describedBy, id, isInvalid, label, onChange, texts }: ChipsProps) {
  const [draft, setDraft] = useState('');
  const add = () => {
    const added = draft.split(',').flatMap((part) => part.trim() || []);
    if (added.length > 0) onChange([...texts, ...added]);
    setDraft('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' && !event.metaKey && !event.ctrlKey && draft) || event.key === ',') {
      event.preventDefault();
      add();
    }
    if (event.key === 'Backspace' && draft === '') onChange(texts.slice(0, -1));
  };
  return (
    <div className="chips">
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list may have a value twice, and chips have no state.
        <span className="chip" key={index}>
          {text || '(empty)'}
          <button
            type="button"
            aria-label={`Remove ${text || 'the empty value'} from ${label}`}
            onClick={() => onChange(texts.toSpliced(index, 1))}
          >
            ×
          </button>
        </span>
      ))}
      <input
        id={id}
        className="draft"
        value={draft}
        placeholder={texts.length > 0 ? 'Add another' : 'Add a value, then Enter'}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
    </div>
  );
}
