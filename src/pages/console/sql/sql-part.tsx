import { useRef, useState } from 'react';
import { AnswerPanel } from '../answer/answer-panel.tsx';
import { useRun } from '../answer/use-run.ts';
import type { Endpoint } from '../api/description.ts';
import { fieldFaults } from '../endpoint/field-faults.ts';
import type { EndpointPartProps } from '../endpoint/part-props.ts';
import { PriceButton } from '../endpoint/price-button.tsx';
import { RunButtons } from '../endpoint/run-buttons.tsx';
import { useRunShortcut } from '../endpoint/use-run-shortcut.ts';
import { useValues } from '../endpoint/use-values.ts';
import { faultsOf } from '../form/arguments.ts';
import { Form } from '../form/form.tsx';
import { replaceRoute } from '../navigation/use-route.ts';
import type { SqlEditor } from './editor.ts';
import { quotedName } from './quoted-name.ts';
import { SqlEditorBox } from './sql-editor.tsx';
import { SQL, sqlRun } from './sql-run.ts';
import { ViewList } from './view-list.tsx';

/** A statement of the caller's own over the views of an endpoint. */
export function SqlPart({ apiKey, catalogue, endpoint, route }: EndpointPartProps) {
  const [values, setValues] = useValues(endpoint, route);
  const [sql, setSql] = useState(() => values.get(SQL) ?? exampleStatement(endpoint));
  const { abort, start, ...state } = useRun(apiKey);
  const [wasTried, setTried] = useState(false);
  const editor = useRef<SqlEditor>(undefined);
  const faults = faultsOf(endpoint, values);
  const isRight = faults.size === 0;
  const request = sqlRun(endpoint, values, sql, state.answer?.columns);
  const run = () => {
    setTried(true);
    if (!isRight) return;
    const next = new URLSearchParams(values);
    next.set(SQL, sql);
    replaceRoute({ ...route, values: next });
    start(request);
  };
  useRunShortcut(run);
  return (
    <div className="sql">
      <div className="workbench">
        <ViewList views={endpoint.views} onInsert={(text) => editor.current?.insert(text)} />
        <SqlEditorBox
          editor={editor}
          text={sql}
          views={endpoint.views}
          error={state.error?.code === 'SQL_INVALID' ? state.error.message : undefined}
          onChange={setSql}
          onRun={run}
        />
      </div>
      <Form
        endpoint={endpoint}
        values={values}
        faults={fieldFaults(endpoint, values, faults, wasTried, state.error)}
        onChange={setValues}
        onRun={run}
        isShaped={false}
      >
        <RunButtons isRunning={state.isRunning} onAbort={abort} />
        {catalogue.billed && <PriceButton run={request} apiKey={apiKey} isEnabled={isRight} />}
      </Form>
      <AnswerPanel {...state} run={request} apiKey={apiKey} title={`${endpoint.name} SQL`} />
    </div>
  );
}

function exampleStatement({ views }: Endpoint): string {
  const [first] = views;
  return first ? `SELECT *\nFROM ${quotedName(first.name)}\nLIMIT 100\n` : '';
}
