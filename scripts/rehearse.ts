import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explain } from './explain-start-failure.ts';
import { ensurePagesBuilt } from './page-builds.ts';
import { rehearsalMessage } from './rehearsal-message.ts';
import { succeedsQuietly } from './step.ts';
import { withoutExperimentalWarnings } from './without-experimental-warnings.ts';

/** The live system, its API as the bundle that the image has, with the stage around it, until a signal comes. */
async function main(): Promise<void> {
  withoutExperimentalWarnings();
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  for (const page of await ensurePagesBuilt()) console.log(`Built ${page}.`);
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-'));
  try {
    if (!(await succeedsQuietly('node', ['infra/containers/bundle-api.ts', 'api/src/server.ts', folder]))) {
      throw new Error('The API could not be bundled.');
    }
    const { startRehearsal } = await import('@outharbor/rehearsal/rehearsal');
    const rehearsal = await startRehearsal({
      apiEntry: join(folder, 'bundle/server.mjs'),
      onApiOutput: (text) => process.stdout.write(text),
    });
    console.log(rehearsalMessage(rehearsal, join(folder, 'profile')));
    if (!stopping.signal.aborted)
      await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
    await rehearsal.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  await main();
  process.exitCode = 0;
} catch (error) {
  console.error(`npm run rehearse: ${explain(error)}`);
  process.exitCode = 1;
}
