// Plain CommonJS, so that an older Node can run it.
'use strict';

const { readFileSync } = require('node:fs');

const POLL_MS = 1_000;

/** What `npm start` and `npx` call what they run; a service started otherwise may outlive the shell it came from. */
const EVENTS = ['start', 'npx'];

/** The shell, or npm where the shell has replaced itself by the command. */
const parent = process.ppid;

/** What started the shell, on Linux: npm, or who adopted the shell if npm has ended already. */
const starter = starterOf(parent);

/**
 * Calls a function once npm, where it started this process, is gone: it passes SIGTERM on to the shell in between, which
 * ends without passing it on. Killed, or unable to write its own output, npm leaves the shell behind too.
 *
 * @param {() => void} onEnd
 */
exports.whenNpmEnds = (onEnd) => {
  // biome-ignore lint/style/noProcessEnv: not a setting.
  if (!EVENTS.includes(process.env.npm_lifecycle_event)) return;
  const timer = setInterval(() => {
    if (process.ppid === parent && !isAdopted()) return;
    clearInterval(timer);
    onEnd();
  }, POLL_MS);
  timer.unref();
};

/** Whether the shell has lost npm. */
function isAdopted() {
  if (starter === undefined) return false;
  const now = starterOf(parent);
  return now?.pid !== starter.pid || starter.isInit;
}

/**
 * The process above a shell that npm started; undefined for another parent, and where only `ps` would tell. PID 1 may be
 * npm itself, which is of the group of its shell.
 */
function starterOf(shell) {
  try {
    const environment = readFileSync(`/proc/${shell}/environ`, 'utf8');
    if (!environment.includes('npm_lifecycle_event=')) return undefined;
    const { group, above: pid } = statOf(shell);
    const { group: groupAbove, name } = statOf(pid);
    return { pid, isInit: name === 'systemd' || (pid === '1' && group !== groupAbove) };
  } catch {
    return undefined;
  }
}

function statOf(pid) {
  // The name is in brackets, and may have brackets and blanks.
  const [, name, above, group] =
    /\((.*)\) \S (\d+) (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return { name, above, group };
}
