import { useEffect, useState } from 'react';
import { ProvenanceLine } from '../answer/provenance.tsx';
import { useRun } from '../answer/use-run.ts';
import type { View } from '../api/description.ts';
import type { Answer, Row } from '../api/run.ts';
import { fieldFaults } from '../endpoint/field-faults.ts';
import type { EndpointPartProps } from '../endpoint/part-props.ts';
import { RunButtons } from '../endpoint/run-buttons.tsx';
import { useRunShortcut } from '../endpoint/use-run-shortcut.ts';
import { useValues } from '../endpoint/use-values.ts';
import { faultsOf, isComplete } from '../form/arguments.ts';
import { Form } from '../form/form.tsx';
import { openRoute } from '../navigation/use-route.ts';
import { sqlRun } from '../sql/sql-run.ts';
import { RowsTable } from '../table/rows-table.tsx';
import { PAGE_ROWS, pageStatement } from './view-statement.ts';

/** The rows of an endpoint's views, newest first. */
export function ViewsPart(props: EndpointPartProps) {
  const { endpoint, route } = props;
  const view = endpoint.views.find(({ name }) => name === route.view) ?? endpoint.views[0];
  if (!view) return null;
  return (
    <div className="views">
      <label className="view-choice">
        View
        <select
          value={view.name}
          onChange={({ target }) => openRoute({ ...route, view: target.value })}
        >
          {endpoint.views.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <ViewRows key={view.name} {...props} view={view} />
    </div>
  );
}

interface ViewRowsProps extends EndpointPartProps {
  readonly view: View;
}

function ViewRows({ apiKey, catalogue, endpoint, route, view }: ViewRowsProps) {
  const [values, setValues] = useValues(endpoint, route);
  const [wasTried, setTried] = useState(false);
  const { abort, start, ...state } = useRun(apiKey);
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [known, setKnown] = useState<Answer>();
  // Each answer is a page that follows the rows.
  if (state.answer && state.answer !== known) {
    setKnown(state.answer);
    setRows([...rows, ...state.answer.rows]);
  }
  const faults = faultsOf(endpoint, values);
  const isRight = faults.size === 0;
  const read = (after: readonly Row[]) => {
    setTried(true);
    if (!isRight) return;
    if (after.length === 0) setRows([]);
    start(sqlRun(endpoint, values, pageStatement(view, after)));
  };
  useRunShortcut(() => read([]));
  const [hasRun, setRun] = useState(false);
  const mayRun = !catalogue.billed && isRight && isComplete(endpoint, values);
  useEffect(() => {
    if (!mayRun || hasRun) return;
    setRun(true);
    start(sqlRun(endpoint, values, pageStatement(view, [])));
  }, [mayRun, hasRun, start, endpoint, values, view]);
  return (
    <div className="columns">
      <Form
        endpoint={endpoint}
        values={values}
        faults={fieldFaults(endpoint, values, faults, wasTried, state.error)}
        onChange={setValues}
        onRun={() => read([])}
        isShaped={false}
      >
        <RunButtons isRunning={state.isRunning} onAbort={abort} />
      </Form>
      <section className="answer" aria-label="Answer" aria-busy={state.isRunning}>
        <div className="bar">
          <p className="hint">
            {view.time === null ? `The first ${PAGE_ROWS} rows` : `Newest first, by ${view.time}`}
          </p>
          {known && <ProvenanceLine provenance={known.provenance} rows={rows.length} />}
          {state.isRunning && <output className="running">Running …</output>}
        </div>
        {state.error && (
          <p className="alert" role="alert">
            <strong>{state.error.code}</strong> {state.error.message}
          </p>
        )}
        {known && <RowsTable columns={known.columns} rows={rows} label={view.name} />}
        {view.time !== null && known?.rows.length === PAGE_ROWS && (
          <button type="button" disabled={state.isRunning} onClick={() => read(rows)}>
            Older rows
          </button>
        )}
      </section>
    </div>
  );
}
