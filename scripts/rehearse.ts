import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_ENTRY, ensureProductBuilt } from './builds.ts';
import { imageNodeOptions } from './image-node-options.ts';
import { rehearsalMessage } from './messages.ts';
import { readRehearseOptions } from './options.ts';
import { type RunningRehearsal, rehearseInContainers, type StageSwitches } from './rehearse-containers.ts';
import { runUntilStopped } from './until-stopped.ts';

const folder = await mkdtemp(join(tmpdir(), 'rehearse-'));

/** Runs the live system with the stage around it. */
await runUntilStopped(
  'npm run rehearse',
  async () => {
    const { docker, ...switches } = readRehearseOptions(process.argv.slice(2));
    const rehearsal = await (docker ? rehearseInContainers(switches) : rehearseInProcesses(switches));
    console.log(rehearsalMessage(rehearsal, join(folder, 'profile')));
    return rehearsal;
  },
  () => rm(folder, { recursive: true, force: true }),
);

/** Runs the API from the same bundle as the image. */
async function rehearseInProcesses(switches: StageSwitches): Promise<RunningRehearsal> {
  const [built, { startRehearsal }] = await Promise.all([
    ensureProductBuilt(),
    import('@outharbor/rehearsal/rehearsal'),
  ]);
  for (const part of built) console.log(`Built ${part}.`);
  return startRehearsal({
    ...switches,
    apiEntry: API_ENTRY,
    apiNodeOptions: imageNodeOptions(),
    onApiOutput: (text) => process.stdout.write(text),
  });
}
