// Plain CommonJS, so that an older Node can run it.
'use strict';

const WORDS = new Set(['--help', '-h', '--version', '-V', 'help']);

/** Whether a command line asks what there is, which it is told without a project too. */
exports.asksForHelp = (words) => words.length === 0 || words.some((word) => WORDS.has(word));
