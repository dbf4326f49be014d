import { ConstantRequests } from './constant-requests.ts';
import { DevProcess } from './dev-process.ts';
import { type Edit, EditedProject } from './edited-project.ts';

/** What came of editing a project under constant requests. */
export interface EditingReport {
  readonly requests: number;
  /** What was wrong with answers, and with what the process printed. */
  readonly faults: readonly string[];
  /** The times that `RELOADED` says, in milliseconds. */
  readonly times: readonly number[];
  /** The resident memory after each edit, in bytes. */
  readonly memory: readonly number[];
  /** The lines `RELOADED` in all. */
  readonly reloads: number;
}

/** Edits a project in a folder so often, each edit once the one before is served, while requests follow each other. */
export async function editUnderLoad(
  folder: string,
  edits: number,
  onEdit: (edit: Edit, line: string) => void = () => {},
): Promise<EditingReport> {
  const project = new EditedProject(folder);
  const dev = await DevProcess.start(folder);
  const requests = new ConstantRequests(dev.url, dev.key, project.firstMarkers());
  const faults: string[] = [];
  const times: number[] = [];
  const memory: number[] = [];
  try {
    await requests.askAll();
    requests.start();
    for (let i = 0; i < edits; i += 1) {
      const expected: Edit[] = [];
      project.edit((edit) => {
        expected.push(edit);
        if (edit.endpoint !== undefined) requests.expect(edit.endpoint, edit.marker);
      });
      const [edit] = expected;
      const line = await dev.line(/^RELOADED /);
      requests.settle();
      const { errors, ms } = /errors=(?<errors>\d+) ms=(?<ms>\d+)$/.exec(line)?.groups ?? {};
      if ((errors === '0') !== (project.wrongFiles === 0)) faults.push(`${edit?.what}: ${line}`);
      times.push(Number(ms));
      if (edit) onEdit(edit, line);
      await requests.askAll();
      memory.push(dev.residentMemory());
    }
    await requests.stop();
  } finally {
    await dev.stop();
  }
  const reloads = dev.lines.filter((line) => line.startsWith('RELOADED ')).length;
  return {
    requests: requests.count,
    faults: [...faults, ...requests.faults],
    times,
    memory,
    reloads,
  };
}
