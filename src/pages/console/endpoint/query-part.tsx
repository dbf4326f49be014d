import { useEffect, useState } from 'react';
import { AnswerPanel } from '../answer/answer-panel.tsx';
import { useRun } from '../answer/use-run.ts';
import { faultsOf, isComplete, runOf } from '../form/arguments.ts';
import { Form } from '../form/form.tsx';
import { fieldFaults } from './field-faults.ts';
import type { EndpointPartProps } from './part-props.ts';
import { PriceButton } from './price-button.tsx';
import { Refresh } from './refresh.tsx';
import { RunButtons } from './run-buttons.tsx';
import { useRunShortcut } from './use-run-shortcut.ts';
import { useValues } from './use-values.ts';

/** The form of an endpoint and its answer. */
export function QueryPart({ apiKey, catalogue, endpoint, route }: EndpointPartProps) {
  const [values, setValues] = useValues(endpoint, route);
  const { abort, start, ...state } = useRun(apiKey);
  const [wasTried, setTried] = useState(false);
  const faults = faultsOf(endpoint, values);
  const isRight = faults.size === 0;
  const request = runOf(endpoint, values);
  const { billed } = catalogue;
  const run = () => {
    setTried(true);
    if (isRight) start(request);
  };
  useRunShortcut(run);
  // What costs nothing and lacks nothing runs by itself, once.
  const isReady = !billed && isRight && values.size > 0 && isComplete(endpoint, values);
  const hasNoExamples = endpoint.parameters.every(
    (one) => !one.required && one.example === undefined,
  );
  const mayRun = isReady || (!billed && hasNoExamples && isRight);
  const [hasRun, setRun] = useState(false);
  useEffect(() => {
    if (!mayRun || hasRun) return;
    setRun(true);
    start(request);
  }, [mayRun, hasRun, start, request]);
  return (
    <div className="columns">
      <Form
        endpoint={endpoint}
        values={values}
        faults={fieldFaults(endpoint, values, faults, wasTried, state.error)}
        onChange={setValues}
        onRun={run}
        isShaped
      >
        <RunButtons isRunning={state.isRunning} onAbort={abort} />
        {billed && <PriceButton run={request} apiKey={apiKey} isEnabled={isRight} />}
        <Refresh
          run={request}
          apiKey={apiKey}
          isBilled={billed}
          isEnabled={isRight}
          isRunning={state.isRunning}
          onRun={() => start(request)}
        />
      </Form>
      <AnswerPanel {...state} run={request} apiKey={apiKey} title={endpoint.name} />
    </div>
  );
}
