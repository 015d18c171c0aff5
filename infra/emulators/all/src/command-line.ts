#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { run } from '@outharbor/emulator-kit/run';
import { completionScript } from './command/completion.ts';
import { helpText, parseCommand, UsageError } from './command/options.ts';
import { runCommand, unusable } from './command/run-command.ts';

const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

await run('emulators', async ({ print, warn }) => {
  const command = parseCommand(process.argv.slice(2));
  const shell = command.text('completion');
  const [recording, compared] = [command.text('record'), command.text('compare')];
  if (command.isOn('help')) print(helpText(await settings()).trimEnd());
  else if (command.isOn('config-schema')) print(JSON.stringify(await configSchema(), null, 2));
  else if (command.isOn('version')) print(VERSION);
  else if (shell !== undefined) print(completionFor(shell).trimEnd());
  else if (recording !== undefined) return record(recording, command.text('upstream'), print);
  else if (compared !== undefined) print(await compare(compared));
  else return runCommand(command, { print, warn, version: VERSION });
  return undefined;
});

/** Loaded on demand, as the emulators are. */
async function settings() {
  return (await import('./config/list-settings.ts')).listSettings();
}

async function configSchema() {
  return (await import('./config/config.ts')).CONFIG_SCHEMA;
}

/** Forwards until the process is stopped. */
async function record(file: string, upstream = 'https://api.stripe.com', print: (text: string) => void) {
  if (!/^https?:$/.test(URL.parse(upstream)?.protocol ?? ''))
    throw new UsageError(`--upstream must be an http or https URL, not ${upstream}`);
  const { startRecordingProxy } = await import('@outharbor/stripe-emulator/recording/recording-proxy');
  const proxy = await startRecordingProxy({ file, upstream });
  print(
    `Send calls with a test key to ${proxy.url} instead of ${upstream}. They are written to ${file}, in place of what it holds.`,
  );
  return proxy;
}

async function compare(file: string): Promise<string> {
  const { compareRecording } = await import('@outharbor/stripe-emulator/recording/compare-recording');
  const { differences, text } = await compareRecording(file).catch((error: unknown) => {
    throw unusable(file, error);
  });
  await writeFile(`${file}.differences`, JSON.stringify(differences, null, 2));
  return text;
}

function completionFor(shell: string): string {
  const script = completionScript(shell);
  if (script !== undefined) return script;
  throw new UsageError(`There is no completion for ${shell}. Choose bash, zsh or fish.`);
}
