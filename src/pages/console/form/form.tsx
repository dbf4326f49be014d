import { type FormEvent, type ReactNode, useId } from 'react';
import type { Endpoint, Parameter } from '../api/description.ts';
import { type Faults, LIMIT, ORDER, REDACT } from './arguments.ts';
import { Field } from './field.tsx';
import { Presets } from './presets.tsx';
import { groupFields } from './ranges.ts';

/** Properties of `Form`. */
export interface FormProps {
  readonly endpoint: Endpoint;
  readonly values: URLSearchParams;
  readonly faults: Faults;
  readonly onChange: (values: URLSearchParams) => void;
  readonly onRun: () => void;
  /** Whether the fields for the number and the order of rows are displayed. */
  readonly isShaped: boolean;
  /** The buttons below the fields. */
  readonly children: ReactNode;
}

/** The form of an endpoint: a field for each parameter, ranges side by side. */
export function Form({ children, endpoint, faults, isShaped, values, ...handlers }: FormProps) {
  const { onChange, onRun } = handlers;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRun();
  };
  const set = (name: string, texts: readonly string[]) => onChange(withValues(values, name, texts));
  const field = (parameter: Parameter) => (
    <Field
      key={parameter.name}
      parameter={parameter}
      texts={values.getAll(parameter.name)}
      fault={faults.get(parameter.name)}
      onChange={(texts) => set(parameter.name, texts)}
    />
  );
  return (
    <form className="arguments" onSubmit={submit} noValidate aria-label="Arguments">
      {groupFields(endpoint.parameters).map(([from, to]) =>
        to ? (
          <div className="range" key={from.name}>
            {field(from)}
            {field(to)}
            <Presets
              type={from.type}
              onPick={([first, last]) => {
                onChange(withValues(withValues(values, from.name, [first]), to.name, [last]));
              }}
            />
          </div>
        ) : (
          field(from)
        ),
      )}
      {isShaped && <Shape {...{ endpoint, faults, values, set }} />}
      {!endpoint.redacted && (
        <label className="check">
          <input
            type="checkbox"
            checked={values.has(REDACT)}
            onChange={(event) => set(REDACT, event.target.checked ? ['true'] : [])}
          />
          Hide personal data
        </label>
      )}
      <div className="actions">{children}</div>
    </form>
  );
}

function withValues(
  values: URLSearchParams,
  name: string,
  texts: readonly string[],
): URLSearchParams {
  const next = new URLSearchParams(values);
  next.delete(name);
  for (const text of texts) next.append(name, text);
  return next;
}

interface ShapeProps extends Pick<FormProps, 'endpoint' | 'values' | 'faults'> {
  readonly set: (name: string, texts: readonly string[]) => void;
}

/** The most rows, and what the engine orders them by. */
function Shape({ endpoint: { limit, maxRows, orderBy }, faults, set, values }: ShapeProps) {
  const id = useId();
  if (!limit && orderBy.length === 0) return null;
  return (
    <div className="range">
      {limit && (
        <div className="field">
          <label htmlFor={`${id}-limit`}>
            <span className="name">limit</span>
          </label>
          <input
            id={`${id}-limit`}
            inputMode="numeric"
            placeholder={`${maxRows}`}
            value={values.get(LIMIT) ?? ''}
            aria-invalid={faults.has(LIMIT)}
            aria-describedby={`${id}-limit-hint`}
            onChange={({ target }) => set(LIMIT, target.value ? [target.value] : [])}
          />
          <p id={`${id}-limit-hint`} className={faults.has(LIMIT) ? 'fault' : 'hint'}>
            {faults.get(LIMIT) ?? 'The most rows'}
          </p>
        </div>
      )}
      {orderBy.length > 0 && (
        <div className="field">
          <label htmlFor={`${id}-order`}>
            <span className="name">order_by</span>
          </label>
          <select
            id={`${id}-order`}
            value={values.get(ORDER) ?? ''}
            onChange={({ target }) => set(ORDER, target.value ? [target.value] : [])}
          >
            <option value="">as the query does</option>
            {orderBy.flatMap((name) => [
              <option key={name} value={name}>
                {name} ↑
              </option>,
              <option key={`-${name}`} value={`-${name}`}>
                {name} ↓
              </option>,
            ])}
          </select>
        </div>
      )}
    </div>
  );
}
