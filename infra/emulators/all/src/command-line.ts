#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { completionOf } from './command/completion.ts';
import { helpText, parseCommand, UsageError } from './command/options.ts';
import { runCommand } from './command/run-command.ts';

try {
  const command = parseCommand(process.argv.slice(2));
  const shell = command.text('completion');
  if (command.isOn('help')) process.stdout.write(helpText());
  else if (command.isOn('version')) console.log(versionOf(new URL('../package.json', import.meta.url)));
  else if (shell !== undefined) process.stdout.write(completionFor(shell));
  else {
    const starting = runCommand(command, {
      print: (text) => console.log(text),
      warn: (text) => console.error(`emulators: ${text}`),
    });
    // Before anything is printed: who reads the addresses may end it at once.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void starting.then((running) => running.close()).catch(fail));
    }
    await starting;
  }
} catch (error) {
  fail(error);
}

function completionFor(shell: string): string {
  const script = completionOf(shell);
  if (script === undefined)
    throw new UsageError(`There is no completion of ${shell}: there are bash, zsh, fish.`);
  return script;
}

function versionOf(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}

function fail(error: unknown): void {
  console.error(`emulators: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
