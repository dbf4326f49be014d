import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { createProgram } from '../../src/cli/fieldstone.ts';
import { PROJECT } from '../support/project.ts';

test('every command has help with an example', () => {
  const { commands } = createProgram(PROJECT);

  expect(commands.map((command) => command.name())).toEqual([
    'init',
    'add',
    'tables',
    'start',
    'dev',
    'query',
    'endpoints',
    'mcp',
    'schema',
    'check',
    'test',
    'compare',
    'export',
    'keys',
    'import',
    'create-tables',
    'bill',
    'config',
  ]);
  for (const command of commands.flatMap((one) => [one, ...one.commands])) {
    let help = '';
    command.configureOutput({
      writeOut: (text) => {
        help += text;
      },
    });
    command.outputHelp();
    expect(help).toMatch(new RegExp(`Examples?:\\n.*fieldstone .*${command.name()}`, 's'));
  }
});

test('--version prints the version alone', async () => {
  const printed: string[] = [];
  const program = createProgram(PROJECT).configureOutput({
    writeOut: (text) => printed.push(text),
  });

  await expect(program.parseAsync(['--version'], { from: 'user' })).rejects.toMatchObject({
    exitCode: 0,
  });
  expect(printed).toEqual([`${packageJson.version}\n`]);
});
