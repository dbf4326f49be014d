import { useId } from 'react';
import type { Parameter } from '../api/description.ts';
import { elementType } from './arguments.ts';
import { Chips } from './chips.tsx';
import { MomentInput } from './moment-input.tsx';

/** Properties of `Field`. */
export interface FieldProps {
  readonly parameter: Parameter;
  readonly texts: readonly string[];
  readonly fault: string | undefined;
  readonly onChange: (texts: readonly string[]) => void;
}

/** The field of a parameter, with its description and what is wrong with its value. */
export function Field({ fault, onChange, parameter, texts }: FieldProps) {
  const id = useId();
  const { description, name, pinned, required, type } = parameter;
  return (
    <div className="field">
      <label htmlFor={id}>
        <span className="name">{name}</span>
        {required && <span className="required">required</span>}
        <span className="type">{type}</span>
      </label>
      {pinned === undefined ? (
        <Input {...{ fault, id, onChange, parameter, texts }} />
      ) : (
        <input id={id} value={pinned} disabled aria-describedby={`${id}-hint`} />
      )}
      <p id={`${id}-hint`} className={fault === undefined ? 'hint' : 'fault'}>
        {fault ?? (pinned === undefined ? description : 'Your key has this value alone.')}
      </p>
    </div>
  );
}

interface InputProps extends FieldProps {
  readonly id: string;
}

function Input({ fault, id, onChange, parameter, texts }: InputProps) {
  const { name, required, type } = parameter;
  const [text = ''] = texts;
  const set = (next: string) => onChange(next === '' ? [] : [next]);
  const common = {
    id,
    name,
    value: text,
    placeholder: placeholderOf(parameter),
    'aria-invalid': fault !== undefined,
    'aria-describedby': `${id}-hint`,
    'aria-required': required,
  };
  if (elementType(parameter) !== undefined) {
    const isInvalid = fault !== undefined;
    return (
      <Chips label={name} describedBy={`${id}-hint`} {...{ id, isInvalid, onChange, texts }} />
    );
  }
  const choices = parameter.values ?? (type === 'BOOL' ? ['true', 'false'] : undefined);
  if (choices) return <Choice {...{ ...common, choices, parameter, set }} />;
  if (type === 'TIMESTAMP' || type === 'DATETIME') {
    return <MomentInput {...common} label={name} isUtc={type === 'TIMESTAMP'} onText={set} />;
  }
  if (type === 'JSON') {
    return <textarea {...common} rows={3} onChange={(event) => set(event.target.value)} />;
  }
  return (
    <input
      {...common}
      type={type === 'DATE' ? 'date' : 'text'}
      spellCheck={false}
      autoComplete="off"
      inputMode={/^(?:INT64|FLOAT64|NUMERIC|BIGNUMERIC)$/.test(type) ? 'decimal' : undefined}
      onChange={(event) => set(event.target.value)}
    />
  );
}

interface ChoiceProps {
  readonly choices: readonly string[];
  readonly parameter: Parameter;
  readonly set: (text: string) => void;
  readonly value: string;
}

function Choice({ choices, parameter, set, value, ...common }: ChoiceProps) {
  const { default: other } = parameter;
  return (
    <select {...common} value={value} onChange={(event) => set(event.target.value)}>
      <option value="">{other === undefined ? '—' : `— (${String(other)})`}</option>
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
      {value && !choices.includes(value) && <option>{value}</option>}
    </select>
  );
}

function placeholderOf({ default: value }: Parameter): string | undefined {
  return value === undefined || value === null ? undefined : `${[value].flat().join(', ')}`;
}
