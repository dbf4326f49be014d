import { useState } from 'react';
import type { Run } from '../api/run.ts';
import { ChartPanel } from '../chart/chart-panel.tsx';
import { CodePanel } from '../code/code-panel.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { RowsTable } from '../table/rows-table.tsx';
import { ProvenanceLine } from './provenance.tsx';
import type { RunState } from './use-run.ts';

const PARTS = ['Answer', 'Code'] as const;

/** Properties of `AnswerPanel`. */
export interface AnswerPanelProps extends RunState {
  /** The request that the form says now. */
  readonly run: Run;
  readonly apiKey: string;
  readonly title: string;
}

/** The answer of a run as chart and table, and its request as code. */
export function AnswerPanel({ answer, apiKey, error, isRunning, run, title }: AnswerPanelProps) {
  const [part, setPart] = useState<string>('Answer');
  return (
    <section className="answer" aria-label="Answer" aria-busy={isRunning}>
      <div className="bar">
        <Tabs names={PARTS} selected={part} onSelect={setPart} label="Answer or code" />
        {answer && <ProvenanceLine provenance={answer.provenance} rows={answer.rows.length} />}
        {isRunning && <output className="running">Running …</output>}
      </div>
      {error && (
        <p className="alert" role="alert">
          <strong>{error.code}</strong> {error.message}
        </p>
      )}
      {part === 'Code' && <CodePanel run={run} apiKey={apiKey} />}
      {part === 'Answer' && answer && <Rows answer={answer} title={title} />}
      {part === 'Answer' && !answer && !error && !isRunning && (
        <p className="empty">Run the query to see its rows.</p>
      )}
    </section>
  );
}

function Rows({ answer, title }: Required<Pick<AnswerPanelProps, 'title'>> & Answered) {
  if (answer.rows.length === 0) return <p className="empty">There are no rows.</p>;
  return (
    <>
      <ChartPanel answer={answer} title={title} />
      <RowsTable columns={answer.columns} rows={answer.rows} label={title} />
    </>
  );
}

interface Answered {
  readonly answer: NonNullable<RunState['answer']>;
}
