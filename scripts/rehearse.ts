import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleApi } from './bundle-api.ts';
import { explain } from './explain-start-failure.ts';
import { ensurePagesBuilt } from './page-builds.ts';
import { rehearsalMessage } from './rehearsal-message.ts';
import { type RunningRehearsal, rehearseInContainers } from './rehearse-containers.ts';
import { stopSignal, untilStopped } from './until-stopped.ts';
import { withoutExperimentalWarnings } from './without-experimental-warnings.ts';

/** The live system with the stage around it, until a signal comes. */
async function main(): Promise<void> {
  withoutExperimentalWarnings();
  const { values } = parseArgs({ options: { docker: { type: 'boolean', default: false } } });
  const stopping = stopSignal();
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-'));
  try {
    const rehearsal = await (values.docker ? rehearseInContainers() : rehearseInProcesses(folder));
    console.log(rehearsalMessage(rehearsal, join(folder, 'profile')));
    await untilStopped(stopping);
    await rehearsal.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The API is the bundle that the image has. */
async function rehearseInProcesses(folder: string): Promise<RunningRehearsal> {
  for (const page of await ensurePagesBuilt()) console.log(`Built ${page}.`);
  const { startRehearsal } = await import('@outharbor/rehearsal/rehearsal');
  return startRehearsal({
    ...(await bundleApi(folder)),
    onApiOutput: (text) => process.stdout.write(text),
  });
}

try {
  await main();
  process.exitCode = 0;
} catch (error) {
  console.error(`npm run rehearse: ${explain(error)}`);
  process.exitCode = 1;
}
