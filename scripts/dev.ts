import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { type DevelopmentOptions, startDevelopmentStack } from '@outharbor/embedded/development-stack';
import { openStateFolder } from '@outharbor/emulator-kit/state-folder';
import { openApiLog } from './api-log.ts';
import { ensureEmulatorPagesBuilt } from './builds.ts';
import { readyMessage } from './messages.ts';
import { readStartOptions } from './options.ts';
import { ROOT } from './step.ts';
import { runUntilStopped } from './until-stopped.ts';

const OWN_SERVICES = join(ROOT, '.env.dev');
// Its types belong to the site's own project.
const SOURCE_SERVER = pathToFileURL(join(ROOT, 'web/prerender/source-server.ts')).href;
const INSPECT = /^--inspect(?:-brk|-wait)?(?:=|$)/;
/** The levels of pino from which lines also go to the terminal. */
const WARNING = 40;

const args = process.argv.slice(2);
let folder: { close(): Promise<void> } | undefined;
await runUntilStopped('npm run dev', start, async () => folder?.close());

async function start() {
  const { dataDir, fresh, ...addresses } = readStartOptions(
    args.filter((arg) => !INSPECT.test(arg)),
    process.env,
  );
  const state = join(dataDir, 'state');
  folder = await openStateFolder(state, { fresh });
  await ensureEmulatorPagesBuilt();
  const { startSourceServer } = (await import(SOURCE_SERVER)) as {
    readonly startSourceServer: DevelopmentOptions['serveSite'];
  };
  const log = openApiLog(join(dataDir, 'api.log'));
  const stack = await startDevelopmentStack({
    ...addresses,
    root: ROOT.replace(/\/$/, ''),
    dataDir: state,
    ownVariables: parseEnv(await readFile(OWN_SERVICES, 'utf8').catch(() => '')),
    nodeOptions: args.filter((arg) => INSPECT.test(arg)),
    serveSite: startSourceServer,
    beforeEmulators: async (path) => /\/pages?\//.test(path) && ensureEmulatorPagesBuilt(),
    onApiOutput: (text) => {
      log.write(text);
      for (const line of text.split('\n')) if (isWorthShowing(line)) console.error(line);
    },
    onRestart: (parts, outcome) => {
      if (outcome instanceof Error) console.error(`Could not start ${parts} again: ${outcome.message}`);
      else console.log(`Started ${parts} again in ${outcome.toFixed(2)} s.`);
    },
  });
  console.log(readyMessage(stack, log.file));
  console.log(
    '  What you change in web and api/contract is shown at once; the API and the emulators start again.\n',
  );
  return stack;
}

/** Warnings, errors, what the sources print, and plain text such as the address of the debugger. */
function isWorthShowing(line: string): boolean {
  if (line.trim() === '') return false;
  try {
    const { level, component } = JSON.parse(line) as { readonly level?: number; readonly component?: string };
    return Number(level) >= WARNING || component === 'console';
  } catch {
    return true;
  }
}
