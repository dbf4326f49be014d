import { useEffect, useState } from 'react';
import type { Provenance } from '../api/run.ts';
import { bytesText, rowsText, secondsText } from '../parts/units.ts';

const CACHE: Readonly<Record<Provenance['cache'], string>> = {
  hit: 'from the cache',
  stale: 'from the cache, stale',
  miss: 'computed now',
  'not cached': 'not cached',
};

/** Properties of `ProvenanceLine`. */
export interface ProvenanceLineProps {
  readonly provenance: Provenance;
  readonly rows: number;
}

/** Where rows came from: cache, age, bytes, and what was left out or hidden. */
export function ProvenanceLine({ provenance, rows }: ProvenanceLineProps) {
  const { bytesBilled, bytesSaved, cache, milliseconds, redacted, truncated } = provenance;
  const age = useAge(provenance);
  return (
    <p className="provenance">
      <span>{rowsText(rows)}</span>
      <span>{Math.round(milliseconds)} ms</span>
      <span>{CACHE[cache]}</span>
      <span>{secondsText(age)} old</span>
      {bytesBilled > 0 && <span>{bytesText(bytesBilled)} billed</span>}
      {bytesSaved > 0 && <span>{bytesText(bytesSaved)} saved</span>}
      {truncated && <span className="note">rows after the last were left out</span>}
      {redacted && <span className="note">personal data is hidden</span>}
    </p>
  );
}

/** The age of rows now, in seconds. */
function useAge({ ageSeconds, receivedAt }: Provenance): number {
  const [now, setNow] = useState(receivedAt);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return ageSeconds + Math.max(0, Math.floor((now - receivedAt) / 1_000));
}
