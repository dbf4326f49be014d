import type { KeyboardEvent } from 'react';

/** Properties of `Tabs`. */
export interface TabsProps {
  readonly names: readonly string[];
  readonly selected: string;
  readonly onSelect: (name: string) => void;
  readonly label: string;
}

/** A row of buttons of which one is pressed; arrow keys choose the next. */
export function Tabs({ label, names, onSelect, selected }: TabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const next = names.at((names.indexOf(selected) + step) % names.length) ?? selected;
    onSelect(next);
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    buttons[names.indexOf(next)]?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown} tabIndex={-1}>
      {names.map((name) => (
        <button
          type="button"
          key={name}
          role="tab"
          aria-selected={name === selected}
          tabIndex={name === selected ? 0 : -1}
          onClick={() => onSelect(name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
