import { parseArgs } from 'node:util';
import type { Setting } from '../config/list-settings.ts';
import { isService, SERVICES, type Service } from '../services/services.ts';

interface Option {
  readonly name: string;
  /** Placeholder for its value; a switch when absent. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly help: string;
}

/** Defines parsing, help and completion. */
export const OPTIONS = [
  {
    name: 'config',
    value: 'FILE',
    help: 'ports, seeds, rules, users, webhooks and faults, as JSON or a module',
  },
  { name: 'state', value: 'DIR', help: 'directory that keeps the state between runs (memory only)' },
  { name: 'people', value: 'FILE', help: 'add the people of FILE, each in a situation such as past_due' },
  { name: 'load', value: 'FILE', help: 'begin with the state that --save or the console wrote to FILE' },
  { name: 'save', value: 'FILE', help: 'write the state to FILE when the command ends' },
  { name: 'reset', help: 'delete the state of earlier runs from DIR' },
  { name: 'host', value: 'ADDRESS', help: 'address to listen on (127.0.0.1)' },
  { name: 'free-ports', help: 'use free ports unless the config sets them' },
  { name: 'https', help: 'serve HTTPS too, and print how to trust its authority' },
  { name: 'real-names', help: "serve HTTPS under the services' real host names too, for an unchanged app" },
  { name: 'json', help: 'print the addresses as one line of JSON' },
  {
    name: 'record',
    value: 'FILE',
    help: 'instead, forward calls of a Stripe test mode and write them to FILE without keys and people',
  },
  {
    name: 'compare',
    value: 'FILE',
    help: 'instead, repeat the recorded calls, print what is answered differently, and write FILE.differences',
  },
  { name: 'mcp', help: 'serve the Model Context Protocol on standard input and output, for coding agents' },
  {
    name: 'completion',
    value: 'SHELL',
    choices: ['bash', 'zsh', 'fish'],
    help: 'print the completion script of a shell',
  },
  { name: 'config-schema', help: 'print the JSON Schema of a config, for editors' },
  { name: 'version', help: 'print the version' },
  { name: 'help', help: 'print this help' },
] as const satisfies readonly Option[];

type OptionName = (typeof OPTIONS)[number]['name'];
type Values = { readonly [Name in OptionName]?: string | boolean };

export interface Command {
  readonly services: readonly Service[];
  readonly text: (name: OptionName) => string | undefined;
  readonly isOn: (name: OptionName) => boolean;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly exitCode = 2;
}

/** Parses the arguments. Throws a UsageError that explains the mistake. */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  const unknown = positionals.filter((name) => !isService(name));
  if (unknown.length > 0) {
    throw new UsageError(`There is no emulator ${unknown.join(', ')}. Choose from ${SERVICES.join(', ')}.`);
  }
  const named = positionals.filter(isService);
  return {
    services: named.length > 0 ? named : SERVICES,
    text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    isOn: (name) => values[name] === true,
  };
}

function parse(args: readonly string[]): {
  readonly values: Values;
  readonly positionals: readonly string[];
} {
  const options = Object.fromEntries(
    OPTIONS.map((option) => [
      option.name,
      { type: 'value' in option ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const [problem] = (error as Error).message.split('. ');
    throw new UsageError(`${problem?.replace(/\.$/, '')}. See emulators --help.`);
  }
}

export function helpText(settings: readonly Setting[]): string {
  const rows = OPTIONS.map((option) => [
    'value' in option ? `--${option.name} ${option.value}` : `--${option.name}`,
    option.help,
  ]);
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return [
    `Usage: emulators [${SERVICES.join('|')} …] [options]`,
    '',
    'Starts the named emulators, or all of them. The console shows those that run.',
    '',
    ...rows.map(([left = '', right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'Settings of the config:',
    '',
    ...settings.map(
      ({ path, type, description }) => `  ${path}  ${[type, description].filter(Boolean).join('; ')}`,
    ),
    '',
  ].join('\n');
}
