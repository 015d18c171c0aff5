import { randomUUID } from 'node:crypto';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { browserArguments } from '@outharbor/rehearsal/browser-arguments';
import { COMPOSE_ARGUMENTS } from '@outharbor/rehearsal/compose-arguments';
import { OPERATOR_SETTINGS } from '@outharbor/rehearsal/operator';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import type { LiveTarget } from '../../support/browser/live-suite.ts';
import { removeImages } from '../../support/containers/built-images.ts';
import { stageContainer } from '../../support/stage-container.ts';

/** Starts the live and rehearsal compose files, as an operator would, in a separate project. */
export async function startRehearsalStack() {
  const name = `outharbor-rehearsal-${randomUUID().slice(0, 8)}`;
  const [port, stagePort] = await Promise.all([freePort('127.0.0.1'), freePort('127.0.0.1')]);
  const environment = { IMAGE_TAG: name, PORT: String(port), STAGE_PORT: String(stagePort) };
  const compose = (...args: readonly string[]) =>
    docker(['compose', ...COMPOSE_ARGUMENTS, '-p', name, ...args], environment);
  const close = async () => {
    await compose('down', '--volumes', '--timeout', '5');
    await removeImages(name, ['web', 'api', 'stage']);
  };
  const stage = stageContainer((...command) => compose('exec', '-T', 'stage', ...command));
  await compose('build', '--quiet');
  try {
    await compose('up', '--detach', '--no-build', '--wait');
    const { spkiHash } = await stage.report();
    const target: LiveTarget = {
      origin: OPERATOR_SETTINGS.PUBLIC_URL,
      browserArguments: browserArguments(stagePort, spkiHash),
      names: async () => (await stage.report()).names,
      settle: async () => void (await stage.stripe('POST', '/settle')),
      advanceTime: (span) => stage.stripe('POST', '/clock/advance', span),
    };
    return { ...target, project: { name, environment }, compose, close };
  } catch (cause) {
    const logs = await compose('logs', '--no-color', '--tail', '30');
    await close();
    throw new Error(`The rehearsal did not become healthy.\n${logs}`, { cause });
  }
}
