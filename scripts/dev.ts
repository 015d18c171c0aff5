import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { type DevelopmentOptions, startDevelopmentStack } from '@outharbor/embedded/development-stack';
import { openStateFolder } from '@outharbor/emulator-kit/state-folder';
import { openApiLog } from './api-log.ts';
import { ensureEmulatorPagesBuilt } from './builds.ts';
import { explain } from './explain-start-failure.ts';
import { readyMessage } from './messages.ts';
import { readStartOptions } from './options.ts';
import { ROOT } from './step.ts';
import { stopSignal, untilStopped } from './until-stopped.ts';
import { withoutExperimentalWarnings } from './without-experimental-warnings.ts';

const OWN_SERVICES = join(ROOT, '.env.dev');
// Its types belong to the site's own project.
const SOURCE_SERVER = pathToFileURL(join(ROOT, 'web/prerender/source-server.ts')).href;
const INSPECT = /^--inspect(?:-brk|-wait)?(?:=|$)/;
/** The levels of pino from which lines also go to the terminal. */
const WARNING = 40;

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const nodeOptions = args.filter((arg) => INSPECT.test(arg));
  const { dataDir, fresh, ...addresses } = readStartOptions(
    args.filter((arg) => !INSPECT.test(arg)),
    process.env,
  );
  withoutExperimentalWarnings();
  const stopping = stopSignal();
  const state = join(dataDir, 'state');
  const folder = await openStateFolder(state, { fresh });
  try {
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
      nodeOptions,
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
    const startedAt = Number(process.env.STARTED_AT ?? performance.timeOrigin);
    console.log(readyMessage(stack, { seconds: (Date.now() - startedAt) / 1000, logFile: log.file }));
    console.log(
      '  What you change in web and api/contract is shown at once; the API and the emulators start again.\n',
    );
    await untilStopped(stopping);
    console.log('Stopping …');
    await stack.close();
  } finally {
    await folder.close();
  }
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

try {
  await main();
  process.exitCode = 0;
} catch (error) {
  console.error(`npm run dev: ${explain(error)}`);
  process.exitCode = 1;
}
