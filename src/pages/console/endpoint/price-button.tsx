import { useState } from 'react';
import { estimate } from '../api/estimate.ts';
import type { Run } from '../api/run.ts';
import { bytesText, costText } from '../parts/units.ts';

/** Properties of `PriceButton`. */
export interface PriceButtonProps {
  readonly run: Run;
  readonly apiKey: string;
  readonly isEnabled: boolean;
}

/** Asks for the price of a run when it is pressed; nothing is run. */
export function PriceButton({ apiKey, isEnabled, run }: PriceButtonProps) {
  const [text, setText] = useState('');
  const ask = () => {
    setText('…');
    estimate(run, apiKey, AbortSignal.timeout(30_000)).then(
      ({ bytes, cost }) => {
        const parts = [bytes === null ? 'unknown' : bytesText(bytes)];
        if (cost !== null) parts.push(costText(cost));
        setText(parts.join(', '));
      },
      (error: unknown) => setText(error instanceof Error ? error.message : 'unknown'),
    );
  };
  return (
    <span className="price">
      <button type="button" disabled={!isEnabled} onClick={ask}>
        Price
      </button>
      <output>{text}</output>
    </span>
  );
}
