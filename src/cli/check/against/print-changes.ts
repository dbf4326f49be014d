import type { Level } from '../../../contract/change.ts';
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
  return `${file}:${line}: ${level} for ${clients.join(', ')}: ${endpoint}: ${message}`;
}

/** How many changes there are of each level: `2 breaking, 1 safe`. */
export function changeCounts(changes: readonly ReportedChange[]): string {
  const levels: readonly Level[] = ['breaking', 'dangerous', 'safe'];
  const counts = levels.flatMap((level) => {
    const count = changes.filter((change) => change.level === level).length;
    return count > 0 ? [`${count} ${level}`] : [];
  });
  return counts.join(', ') || 'no';
}
