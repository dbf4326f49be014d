import { isRecord, parseExact } from './exact-json.ts';
import { send } from './request.ts';
import { bodyOf, type Run } from './run.ts';

/** What a run would be billed for. */
export interface Estimate {
  /** Null where the key is restricted to one tenant. */
  readonly bytes: number | null;
  /** In US$; null with slot pricing. */
  readonly cost: number | null;
}

/** Asks what a run would cost, by a dry run. */
export async function estimate(request: Run, key: string, signal: AbortSignal): Promise<Estimate> {
  const { name } = request.endpoint;
  const path = `/api/endpoints/${encodeURIComponent(name)}/cost`;
  const response = await send(path, { key, signal, body: bodyOf(request) });
  const answer = parseExact(await response.text());
  const member = (value: unknown) => (value === null ? null : Number(value));
  if (!isRecord(answer)) return { bytes: null, cost: null };
  return { bytes: member(answer['bytes']), cost: member(answer['cost']) };
}
