import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePagesBuilt } from './builds.ts';
import { bundleApi } from './bundle-api.ts';
import { explain } from './explain-start-failure.ts';
import { rehearsalMessage } from './rehearsal-message.ts';
import { type RunningRehearsal, rehearseInContainers, type StageSwitches } from './rehearse-containers.ts';
import { readRehearseOptions } from './rehearse-options.ts';
import { stopSignal, untilStopped } from './until-stopped.ts';
import { withoutExperimentalWarnings } from './without-experimental-warnings.ts';

/** The live system with the stage around it, until a signal comes. */
async function main(): Promise<void> {
  withoutExperimentalWarnings();
  const { docker, ...switches } = readRehearseOptions(process.argv.slice(2));
  const stopping = stopSignal();
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-'));
  try {
    const rehearsal = await (docker ? rehearseInContainers(switches) : rehearseInProcesses(folder, switches));
    console.log(rehearsalMessage(rehearsal, join(folder, 'profile')));
    await untilStopped(stopping);
    await rehearsal.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The API is the bundle that the image has. */
async function rehearseInProcesses(folder: string, switches: StageSwitches): Promise<RunningRehearsal> {
  const [pages, bundle, { startRehearsal }] = await Promise.all([
    ensurePagesBuilt(),
    bundleApi(folder),
    import('@outharbor/rehearsal/rehearsal'),
  ]);
  for (const page of pages) console.log(`Built ${page}.`);
  return startRehearsal({ ...bundle, ...switches, onApiOutput: (text) => process.stdout.write(text) });
}

try {
  await main();
  process.exitCode = 0;
} catch (error) {
  console.error(`npm run rehearse: ${explain(error)}`);
  process.exitCode = 1;
}
