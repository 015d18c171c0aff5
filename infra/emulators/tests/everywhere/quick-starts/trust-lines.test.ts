import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installedChromium } from '../../support/chromium-path.ts';
import { SUBSCRIPTION_LIFE } from '../../support/expected-subscription-life.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { go } from '../../support/toolchains/go.ts';
import { java } from '../../support/toolchains/java.ts';
import { python } from '../../support/toolchains/python.ts';
import { shell } from '../../support/toolchains/shell.ts';
import { npmOptions, testTools } from '../../support/toolchains/test-tools.ts';
import { execute, skipWithoutToolchain, toolchainFolder } from '../../support/toolchains/toolchain.ts';

const EMULATORS = fileURLToPath(new URL('../../../all/bin/emulators.mjs', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('subscription-life', import.meta.url));
const OPTIONS = ['stripe', 'scheduling', '--https', '--real-names', '--free-ports'];

const folder = suiteFixture(temporaryFolder);
let command: ChildProcess;
let controlUrl: string;
/** What the command prints: the address of each section, and its line for each client. */
const printed = new Map<string, Map<string, string>>();

beforeAll(async () => {
  const controlPort = await freePort('127.0.0.1');
  controlUrl = `http://127.0.0.1:${controlPort}`;
  const config = join(folder.path, 'emulators.json');
  await writeFile(config, JSON.stringify({ stripe: { controlPort } }));
  const args = ['--no-warnings', EMULATORS, ...OPTIONS, '--config', config];
  command = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await readLines(command);
});
beforeEach(() => fetch(`${controlUrl}/_emulator/reset`, { method: 'POST' }));
afterAll(async () => {
  await endProcess(command, 'SIGTERM');
});

async function readLines({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) return;
  let section = '';
  for await (const line of createInterface(stdout)) {
    const [, indent = '', name = '', rest = ''] = /^( *)(real names|\S+) +(.*)$/.exec(line) ?? [];
    if (indent === '') section = name;
    printed.set(section, (printed.get(section) ?? new Map()).set(indent === '' ? 'address' : name, rest));
    if (name === 'Hosts') return;
  }
}

function line(section: string, client: string): string {
  const found = printed.get(section)?.get(client);
  if (found === undefined) throw new Error(`No line for ${client} is printed under ${section}.`);
  return found;
}

/** The address of a service among those printed for HTTPS. */
const httpsUrl = (service: string) =>
  /https:\S+/.exec(line('https', 'address').split(service)[1] ?? '')?.[0] ?? '';

/** Runs a command line as a reader types it, and resolves with what it prints. */
const inShell = (text: string, environment: NodeJS.ProcessEnv = {}) =>
  execute(['sh', '-uc', text], folder.path, environment);

/** How a reader runs a program of each language with its lines: the one for trust and, for real names, the other. */
const COMMAND_LINES: Readonly<
  Record<string, (trust: string, names: string, life: readonly string[]) => string>
> = {
  python(trust, names, [interpreter, program = '']) {
    const [variables, setting] = trust.split('; ');
    const code = `import runpy, stripe; ${setting}; runpy.run_path("${join(PROGRAMS, program)}")`;
    return `${variables} ${names} ${interpreter} -c '${code}'`;
  },
  go: (trust, names, life) => `${trust} ${names} ${life.join(' ')}`,
  java: (trust, names, [, , classPath, program = '']) =>
    `${trust} ${names.replace('java', '')} -cp '${classPath}' ${join(PROGRAMS, program)}`,
};

describe.each([
  { at: 'a local address', url: () => httpsUrl('stripe'), names: () => '' },
  {
    at: 'the real host name',
    url: () => 'https://api.stripe.com',
    names: (client: string) => line('real names', client),
  },
])('as the lines are printed, at $at', ({ url, names }) => {
  it.for([
    { client: 'Python', language: python, program: 'life.py' },
    { client: 'Go', language: go, program: 'life.go' },
    { client: 'Java', language: java, program: 'Life.java' },
  ])('a subscription lives with the SDK for $client', async ({ client, language, program }, context) => {
    await skipWithoutToolchain(language, context);
    const life = language.command({
      installed: toolchainFolder(language),
      folder: PROGRAMS,
      program,
    });
    const text = COMMAND_LINES[language.name]?.(line('https', client), names(client), life) ?? '';
    const output = await inShell(text, { STRIPE_URL: url(), STRIPE_CONTROL_URL: controlUrl });
    // The second time, keytool says first that it has the authority.
    expect(output.trimEnd().split('\n').slice(-SUBSCRIPTION_LIFE.length)).toEqual(SUBSCRIPTION_LIFE);
  });

  it('curl reads', async (context) => {
    await skipWithoutToolchain(shell, context);
    const proxy = names('curl').replace('curl', '');
    const read = `${line('https', 'curl')} ${proxy} --silent --fail -u sk_test_emulated: ${url()}/v1/balance`;
    expect(JSON.parse(await inShell(read))).toMatchObject({ object: 'balance' });
  });
});

it.for(['npm', 'pnpm', 'yarn'])(
  'an app that %s starts reaches the real host name with the lines for Node.js',
  async (manager, context) => {
    await skipWithoutToolchain(testTools, context);
    const app = join(folder.path, `app of ${manager}`);
    await mkdir(app);
    await writeFile(join(app, 'package.json'), JSON.stringify({ private: true }));
    const tools = testTools.packages.filter((name) => /^(pnpm|yarn)@/.test(name));
    await execute(['npm', 'install', '--offline', ...npmOptions(), ...tools], app);
    await writeFile(
      join(app, 'app.mjs'),
      `const headers = { authorization: 'Bearer sk_test_emulated' };
      const answer = await fetch('https://api.stripe.com/v1/balance', { headers });
      console.log((await answer.json()).object);`,
    );
    await writeFile(join(app, 'package.json'), JSON.stringify({ scripts: { start: 'node app.mjs' } }));
    const bin = `PATH="${join(app, 'node_modules', '.bin')}:$PATH"`;
    const start = `cd '${app}'; ${bin} ${line('https', 'Node')} ${line('real names', 'Node')} ${manager} run start`;
    expect(await inShell(start)).toMatch(/^balance$/m);
  },
);

describe.each([
  { at: 'a local address', url: () => `${httpsUrl('scheduling')}/example/intro-call`, names: () => '' },
  {
    at: 'the real host name',
    url: () => 'https://calendly.com/example/intro-call',
    names: () => line('real names', 'Chrome'),
  },
])('as the line is printed, at $at', ({ url, names }) => {
  it('Chromium opens a page', { tags: 'chromium' }, async () => {
    const [, flags] = line('https', 'Chrome').split(', or ');
    const browser = `${installedChromium()} --headless --no-sandbox --disable-gpu ${flags} ${names()}`;
    expect(await inShell(`${browser} --dump-dom ${url()}`)).toContain('A first conversation.');
  });
});

describe('imported as the guide says', { tags: 'nss' }, () => {
  /** The commands of the guide up to the one that takes the authority out again, for a database of trust. */
  async function importInto(trust: string): Promise<string> {
    const guide = await readFile(new URL('../../../docs/https.md', import.meta.url), 'utf8');
    const [, commands = ''] = /^```sh\n(trust=[\s\S]*?)^certutil .* -D /m.exec(guide) ?? [];
    const [, authority = ''] = /import (\S+) as/.exec(line('https', 'Chrome')) ?? [];
    return commands.replace('$HOME/.pki/nssdb', trust).replace('<authority.pem>', authority);
  }

  it('the authority is trusted by Chromium', { tags: 'chromium' }, async () => {
    const page = `${httpsUrl('scheduling')}/example/intro-call`;
    const open = `${installedChromium()} --headless --no-sandbox --disable-gpu --dump-dom ${page}`;
    const home = { HOME: join(folder.path, 'home') };
    expect(await inShell(open, home)).not.toContain('A first conversation.');
    await inShell(await importInto('$HOME/.pki/nssdb'), home);
    expect(await inShell(open, home)).toContain('A first conversation.');
  });

  it('the authority is trusted by Firefox', async () => {
    const profile = join(folder.path, 'firefox');
    const page = `${httpsUrl('scheduling')}/example/intro-call`;
    const picture = join(folder.path, 'page.png');
    const open = `timeout 90 firefox --headless --no-remote --profile ${profile} --screenshot ${picture} ${page}`;
    await inShell(await importInto(profile));
    await inShell(open, { HOME: folder.path });
    // Firefox takes no picture of a page that it does not trust, and does not end.
    expect(existsSync(picture)).toBe(true);
  });
});
