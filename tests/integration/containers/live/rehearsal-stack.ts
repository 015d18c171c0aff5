import { randomUUID } from 'node:crypto';
import { freePort } from '@outharbor/embedded/free-port';
import { browserArguments } from '@outharbor/rehearsal/browser-arguments';
import { COMPOSE_ARGUMENTS, REPORT_ARGUMENTS } from '@outharbor/rehearsal/compose-arguments';
import { OPERATOR_SETTINGS } from '@outharbor/rehearsal/operator';
import type { StageReport } from '@outharbor/rehearsal/stage-control';
import type { LiveTarget } from '../../../browser/live-suite.ts';
import { removeImages } from '../built-images.ts';
import { type ComposeProject, docker } from '../compose.ts';

export interface RehearsalStack extends LiveTarget {
  readonly project: ComposeProject;
  compose(...args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** The two compose files as an operator would bring them up, as a project of its own. */
export async function startRehearsalStack(): Promise<RehearsalStack> {
  const name = `outharbor-rehearsal-${randomUUID().slice(0, 8)}`;
  const [port, stagePort] = await Promise.all([freePort('127.0.0.1'), freePort('127.0.0.1')]);
  const environment = { IMAGE_TAG: name, PORT: String(port), STAGE_PORT: String(stagePort) };
  const compose = (...args: readonly string[]) =>
    docker(['compose', ...COMPOSE_ARGUMENTS, '-p', name, ...args], environment);
  const close = async () => {
    await compose('down', '--volumes', '--timeout', '5');
    await removeImages(name, ['web', 'api', 'stage']);
  };
  const report = async () => JSON.parse(await compose(...REPORT_ARGUMENTS)) as StageReport;
  await compose('build', '--quiet');
  try {
    await compose('up', '--detach', '--no-build', '--wait');
    const { spkiHash, stripeControlUrl } = await report();
    const control = (path: string, body = {}) =>
      compose('exec', '-T', 'stage', ...POST, `${stripeControlUrl}/_emulator${path}`, JSON.stringify(body));
    return {
      project: { name, environment },
      compose,
      close,
      origin: OPERATOR_SETTINGS.PUBLIC_URL,
      browserArguments: browserArguments(stagePort, spkiHash),
      names: async () => (await report()).names,
      settle: async () => void (await control('/settle')),
      advanceTime: (span) => control('/clock/advance', span),
    };
  } catch (cause) {
    const logs = await compose('logs', '--no-color', '--tail', '30');
    await close();
    throw new Error(`The rehearsal did not become healthy.\n${logs}`, { cause });
  }
}

/** `node -e … <url> <body>`, in a container that has no other HTTP client. */
const CALL = `
const [url, body] = process.argv.slice(1);
const headers = { 'content-type': 'application/json' };
const answer = await fetch(url, { method: 'POST', headers, body });
if (!answer.ok) throw new Error(await answer.text());
`;
const POST = ['node', '--input-type=module', '-e', CALL];
