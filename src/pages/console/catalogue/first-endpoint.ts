import type { Catalogue, Endpoint } from '../api/description.ts';
import { roleOf } from '../chart/choose-chart.ts';
import { exampleValues, isComplete } from '../form/arguments.ts';

/**
 * The endpoint that a newcomer sees first: one that runs as it is and whose rows make a chart over time, else any chart.
 * None where runs are billed.
 */
export function firstEndpoint({ billed, endpoints }: Catalogue): Endpoint | undefined {
  if (billed) return undefined;
  const ready = endpoints.filter((endpoint) => isComplete(endpoint, exampleValues(endpoint)));
  const has = (endpoint: Endpoint, role: string) =>
    endpoint.columns.some((column) => roleOf(column) === role);
  const charts = ready.filter((endpoint) => has(endpoint, 'number') && endpoint.returns === 'many');
  return (
    charts.find((endpoint) => has(endpoint, 'time')) ??
    charts.find((endpoint) => has(endpoint, 'category')) ??
    charts[0]
  );
}
