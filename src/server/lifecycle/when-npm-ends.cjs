// Plain CommonJS, so that an older Node can run it.
'use strict';

const POLL_MS = 1_000;

/** What `npm start` and `npx` call what they run; a service started otherwise may outlive the shell it came from. */
const EVENTS = ['start', 'npx'];

/** The shell, or npm where the shell has replaced itself by the command. */
const parent = process.ppid;

/**
 * Calls a function once npm, where it started this process, is gone: it passes SIGTERM on to the shell in between, which
 * ends without passing it on.
 *
 * @param {() => void} onEnd
 */
exports.whenNpmEnds = (onEnd) => {
  // biome-ignore lint/style/noProcessEnv: not a setting.
  if (!EVENTS.includes(process.env.npm_lifecycle_event)) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, POLL_MS);
  timer.unref();
};
