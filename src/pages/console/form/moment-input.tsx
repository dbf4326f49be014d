import { type ComponentProps, useRef } from 'react';

/** Properties of `MomentInput`. */
export interface MomentInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  /** Whether a picked moment is in UTC: a TIMESTAMP, not a DATETIME. */
  readonly isUtc: boolean;
  readonly onText: (text: string) => void;
}

/** A field for a moment to the microsecond, as text, with the browser's calendar beside it. */
export function MomentInput({ isUtc, label, onText, ...input }: MomentInputProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="moment">
      <input
        {...input}
        className="text"
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
      />
      <input
        ref={picker}
        className="picker"
        type="datetime-local"
        step={1}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => onText(`${event.target.value}${isUtc ? 'Z' : ''}`)}
      />
      <button
        type="button"
        aria-label={`Open the calendar of ${label}`}
        onClick={() => picker.current?.showPicker()}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 4h12v10H2zM2 7h12M5 2v3M11 2v3" />
        </svg>
      </button>
    </div>
  );
}
