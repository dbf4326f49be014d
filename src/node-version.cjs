// Which Node runs Fieldstone. Plain CommonJS, so that an older Node can read it.
'use strict';

const OLDEST = [24, 11];
const [major, minor] = process.versions.node.split('.').map(Number);

/** Whether the running Node is new enough. */
exports.IS_NEW_ENOUGH = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);

/** What to do where it is not. */
exports.TOO_OLD =
  `Fieldstone needs Node ${OLDEST.join('.')} or newer, and this is ${process.version}: install Node ${OLDEST[0]} from https://nodejs.org` +
  (['linux-x64', 'linux-arm64', 'win32-x64'].includes(`${process.platform}-${process.arch}`)
    ? ', or install the package with its optional dependencies, which bring it along\n'
    : '\n');
