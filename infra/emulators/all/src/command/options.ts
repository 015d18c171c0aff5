import { parseArgs } from 'node:util';
import type { Setting } from '../config/list-settings.ts';
import type { Script } from '../exec/run-script.ts';
import { FIREBASE_SERVICES, isService, SERVICES, type Service } from '../services/services.ts';

interface Option {
  readonly name: string;
  /** As firebase-tools has it. */
  readonly short?: string;
  /** Placeholder for its value; a switch when absent. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** The option without which it means nothing. */
  readonly needs?: string;
  readonly help: string;
}

/** Defines parsing, help and completion. */
export const OPTIONS = [
  {
    name: 'config',
    short: 'c',
    value: 'FILE',
    help: 'ports, seeds, rules, users, webhooks and faults, as JSON or a module',
  },
  { name: 'state', value: 'DIR', help: 'directory that keeps the state between runs (memory only)' },
  { name: 'people', value: 'FILE', help: 'add the people of FILE, each in a situation such as past_due' },
  { name: 'load', value: 'FILE', help: 'begin with the state that --save or the console wrote to FILE' },
  { name: 'save', value: 'FILE', help: 'write the state to FILE when the command ends' },
  { name: 'import', value: 'DIR', help: 'begin with an export, of this command or of firebase-tools' },
  {
    name: 'export-on-exit',
    value: 'DIR',
    help: 'write an export when the command ends; to --import without DIR',
  },
  { name: 'only', value: 'NAMES', help: 'as for firebase-tools: auth, database or both' },
  {
    name: 'project',
    short: 'P',
    value: 'ID',
    help: 'id of the Firebase project, or its alias in .firebaserc',
  },
  { name: 'ui', help: 'start the console too' },
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
    name: 'upstream',
    value: 'URL',
    needs: 'record',
    help: 'where --record sends calls (https://api.stripe.com)',
  },
  {
    name: 'compare',
    value: 'FILE',
    help: 'instead, repeat the recorded calls, print what is answered differently, and write FILE.differences',
  },
  { name: 'mcp', help: 'serve the Model Context Protocol on standard input and output, for coding agents' },
  {
    name: 'at',
    value: 'URL',
    needs: 'mcp',
    help: 'with --mcp: start nothing, and use the running console at URL',
  },
  {
    name: 'files',
    value: 'DIR',
    needs: 'mcp',
    help: 'where agents of --mcp may save and load the state (the working folder)',
  },
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
  /** Undefined if none is named. */
  readonly services: readonly Service[] | undefined;
  /** What `exec` runs. */
  readonly script: Script | undefined;
  /** Whether it is typed as for firebase-tools, as `emulators:exec` or `emulators:start`. */
  readonly isFirebase: boolean;
  readonly text: (name: OptionName) => string | undefined;
  readonly isOn: (name: OptionName) => boolean;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly exitCode = 2;
}

const EXEC = ['exec', 'emulators:exec'];
const VERBS = [...EXEC, 'emulators:start'];

/** Parses the arguments. Throws a UsageError that explains the mistake. */
export function parseCommand(args: readonly string[]): Command {
  const end = args.indexOf('--');
  const [own, program] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end + 1)];
  const { values, positionals } = parse(own.map(withEmptyFolder));
  for (const option of OPTIONS)
    if ('needs' in option && values[option.name] !== undefined && values[option.needs] === undefined)
      throw new UsageError(`--${option.name} needs --${option.needs}. See emulators --help.`);
  const [verb = ''] = positionals;
  const isExec = EXEC.includes(verb);
  const words = VERBS.includes(verb) ? positionals.slice(1) : positionals;
  // Without `--`, the script begins after the services, as in `emulators:exec "npm test"`.
  const first = isExec && end < 0 ? words.findIndex((word) => !isService(word)) : -1;
  const [names, script] = first < 0 ? [words, program] : [words.slice(0, first), words.slice(first)];
  const only = typeof values.only === 'string' ? values.only.split(',') : [];
  const chosen = [...names, ...only.map((name) => FIREBASE_SERVICES[name] ?? name)];
  const unknown = chosen.filter((name) => !isService(name));
  if (unknown.length > 0)
    throw new UsageError(`There is no emulator ${unknown.join(', ')}. Choose from ${SERVICES.join(', ')}.`);
  if (isExec !== script.length > 0)
    throw new UsageError(
      isExec
        ? 'Say what to run: emulators exec -- npm test'
        : 'Only exec runs a command: emulators exec -- npm test',
    );
  const text = (name: OptionName) => (typeof values[name] === 'string' ? values[name] : undefined);
  const isOn = (name: OptionName) => values[name] === true;
  return {
    services: chosen.length > 0 ? chosen.filter(isService) : undefined,
    script: isExec ? (script.length === 1 ? script[0] : script) : undefined,
    isFirebase: verb.startsWith('emulators:'),
    text,
    isOn,
  };
}

/** `--export-on-exit` may stand alone. */
function withEmptyFolder(argument: string, index: number, all: readonly string[]): string {
  if (argument !== '--export-on-exit') return argument;
  return (all[index + 1] ?? '-').startsWith('-') ? `${argument}=` : argument;
}

function parse(args: readonly string[]): {
  readonly values: Values;
  readonly positionals: readonly string[];
} {
  const options = Object.fromEntries(
    OPTIONS.map((option) => [
      option.name,
      {
        type: 'value' in option ? ('string' as const) : ('boolean' as const),
        ...('short' in option && { short: option.short }),
      },
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
    '       emulators exec [emulator …] [options] -- command',
    '',
    'Starts the named emulators, or all of them. The console shows those that run.',
    'exec runs the command with the variables that SDKs read, and ends with its status.',
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
