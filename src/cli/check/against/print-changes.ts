import type { Level } from '../../../contract/change.ts';
import { printable } from '../../../project/problems/problem.ts';
import type { ReportedChange } from '../report.ts';

/** A change in one line for people: its place, whom it concerns, and what they see. */
export function changeLine({
  endpoint,
  file,
  for: clients,
  level,
  line,
  message,
}: ReportedChange): string {
  return `${file}:${line}: ${level} for ${clients.join(', ')}: ${changeText({ endpoint, message })}`;
}

/** What has changed, in one line; the names are those of an earlier contract, which may be of anybody. */
export function changeText({ endpoint, message }: Pick<ReportedChange, 'endpoint' | 'message'>) {
  return printable(`${endpoint}: ${message}`.replaceAll('\n', ' '));
}

/** How many changes there are of each level: `2 breaking, 1 safe changes`. */
export function changeCounts(changes: readonly ReportedChange[]): string {
  const levels: readonly Level[] = ['breaking', 'dangerous', 'safe'];
  const counts = levels.flatMap((level) => {
    const count = changes.filter((change) => change.level === level).length;
    return count > 0 ? [`${count} ${level}`] : [];
  });
  const noun = changes.length === 1 ? 'change' : 'changes';
  return `${counts.join(', ') || 'no'} ${noun}`;
}
