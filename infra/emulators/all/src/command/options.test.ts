import { expect, it } from 'vitest';
import { completionScript } from './completion.ts';
import { helpText, OPTIONS, parseCommand } from './options.ts';

it('leaves the choice open when no service is named', () => {
  expect(parseCommand([]).services).toBeUndefined();
});

it('reads names, values and switches in any order', () => {
  const command = parseCommand(['--json', 'stripe', '--config', 'a.json', 'database']);
  expect(command.services).toEqual(['stripe', 'database']);
  expect(command.text('config')).toBe('a.json');
  expect([command.isOn('json'), command.isOn('reset')]).toEqual([true, false]);
});

it("takes a command line of firebase-tools with that tool's short options before the verb", () => {
  const command = parseCommand(['-P', 'demo-a', '-c', '.firebase.json', 'emulators:exec', 'npm test']);
  expect([command.text('project'), command.text('config')]).toEqual(['demo-a', '.firebase.json']);
  expect(command.script).toBe('npm test');
});

it.each([
  [['strip'], 'There is no emulator strip. Choose from stripe, identity, database, scheduling, console.'],
  [['--prot'], /^Unknown option '--prot'\. See emulators --help\.$/],
  [['--config'], /--config/],
  [['--json=1'], /--json/],
  [['--at', 'http://localhost:4000'], '--at needs --mcp. See emulators --help.'],
  [['--files', '.', '--record', 'a.json'], '--files needs --mcp'],
])('rejects %j', (args, message) => {
  expect(() => parseCommand(args)).toThrow(message);
});

it.each(['bash', 'zsh', 'fish'])('lists every option in the help and in the completion for %s', (shell) => {
  for (const { name } of OPTIONS) {
    expect(helpText([])).toContain(`--${name}`);
    expect(completionScript(shell)).toMatch(new RegExp(`(--|-l )${name}\\b`));
  }
});

it('has no completion for an unknown shell', () => {
  expect(completionScript('csh')).toBeUndefined();
});
