import { type Finding, type FindingVerdict, verdictOf } from './findings.ts';

/** Findings with the same cause. */
export interface FindingGroup {
  readonly finding: Finding;
  readonly requests: number;
}

/** Groups findings by cause: regressions first, then by frequency. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = new Map<string, { readonly finding: Finding; requests: number }>();
  for (const finding of findings) {
    const { column, detail, endpoint, kind } = finding;
    const cause = JSON.stringify([endpoint, kind, column, COUNTED.has(kind) ? null : detail]);
    const group = groups.get(cause);
    if (group) group.requests += 1;
    else groups.set(cause, { finding, requests: 1 });
  }
  return [...groups.values()].sort(
    (left, right) =>
      RANK[verdictOf(left.finding)] - RANK[verdictOf(right.finding)] ||
      right.requests - left.requests,
  );
}

const RANK: Readonly<Record<FindingVerdict, number>> = {
  REGRESSION: 0,
  undecided: 1,
  improvement: 2,
};

/** Kinds whose details contain numbers that vary between requests. */
const COUNTED = new Set<Finding['kind']>(['values', 'rows', 'speed', 'time', 'improved-buckets']);

const MEANING: Readonly<Partial<Record<Finding['kind'], string>>> = {
  time: 'an answer was cached',
  'improved-status': 'errors have a status of their own',
  'improved-answer': 'the old service failed',
  'improved-order': 'rows are ordered',
  'improved-buckets': 'buckets without entries are there',
};

/** A group as a line of text. */
export function lineOf({ finding, requests }: FindingGroup, withValues: boolean): string {
  const { column, detail, endpoint, kind, values } = finding;
  const where = column === undefined ? kind : `${kind} ${column}`;
  const meaning = MEANING[kind] ? ` (${MEANING[kind]})` : '';
  const shown = withValues && values ? `, such as ${values.join(' and ')}` : '';
  const count = requests === 1 ? '1 request' : `${requests} requests`;
  return `${verdictOf(finding)}  ${endpoint}  ${where}: ${detail}${shown}${meaning}, ${count}`;
}

/** The number of causes of regressions. */
export function countRegressions(groups: readonly FindingGroup[]): number {
  return groups.filter(({ finding }) => verdictOf(finding) === 'REGRESSION').length;
}

/** The report as a self-contained HTML page. */
export function htmlReport(
  groups: readonly FindingGroup[],
  requests: number,
  withValues: boolean,
): string {
  const rows = groups.map((group) => {
    const { column = '', detail, endpoint, kind, values } = group.finding;
    const shown = withValues && values ? `${detail}: ${values.join(' and ')}` : detail;
    const cells = [endpoint, MEANING[kind] ?? kind, column, shown, String(group.requests)];
    const name = verdictOf(group.finding).toLowerCase();
    return `<tr class="${name}"><td>${name}</td>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Comparison</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; }
table { border-collapse: collapse; }
td, th { border: 1px solid #ccc; padding: 4px 10px; text-align: left; }
.regression td:first-child { color: #b00020; font-weight: 600; }
</style>
<h1>Comparison of two services</h1>
<p>${requests} requests, ${countRegressions(groups)} causes of regressions.</p>
<table>
<thead><tr><th></th><th>endpoint</th><th>what</th><th>column</th><th>detail</th><th>requests</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
}
