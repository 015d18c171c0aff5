import { randomUUID } from 'node:crypto';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { DockerComposeEnvironment, Wait } from 'testcontainers';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { ROOT } from '../../../scripts/step.ts';
import type { LoopTarget } from '../loop-suite.ts';
import { buildImages, removeImages } from './built-images.ts';
import { type ComposeProject, compose } from './compose.ts';

export interface ContainerStack extends LoopTarget {
  readonly consoleUrl: string;
  readonly project: ComposeProject;
  /** Calls a control route of the Stripe emulator from inside its container, since it is not published. */
  control<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
  /** Stops all containers and starts them again with their data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const UP_WITHIN_MS = 180_000;

/** Builds the images and starts the compose file as a separate project. */
export async function startContainerStack(overrides: Record<string, string> = {}): Promise<ContainerStack> {
  const name = `outharbor-test-${randomUUID().slice(0, 8)}`;
  await buildImages(name);
  const [port, consolePort] = await Promise.all([freePort('127.0.0.1'), freePort('127.0.0.1')]);
  const environment = {
    PORT: String(port),
    CONSOLE_PORT: String(consolePort),
    IMAGE_TAG: name,
    RATE_LIMIT_PER_MINUTE: '100000',
    ...overrides,
  };
  const project = { name, environment };
  await bringUp(project);
  const control: ContainerStack['control'] = (method, path, body) => callControl(project, method, path, body);
  return {
    url: `http://localhost:${port}`,
    consoleUrl: `http://localhost:${consolePort}`,
    project,
    control,
    settle: () => control('POST', '/settle'),
    pay: async (sessionId, card) => {
      const path = `/checkout/sessions/${sessionId}/pay`;
      const { result } = await control<{ result: string }>('POST', path, { card });
      return result === 'complete' ? 'paid' : 'declined';
    },
    restart: async () => {
      await compose(project, 'stop');
      await compose(project, 'up', '-d', '--wait', '--no-recreate');
    },
    close: () => remove(project),
  };
}

async function bringUp(project: ComposeProject): Promise<void> {
  try {
    await new DockerComposeEnvironment(ROOT, 'docker-compose.yml')
      .withProjectName(project.name)
      .withEnvironment(project.environment)
      .withAutoCleanup(false)
      .withClientOptions({ commandOptions: ['--wait'] })
      .withDefaultWaitStrategy(Wait.forHealthCheck())
      .withStartupTimeout(UP_WITHIN_MS)
      .up();
  } catch (cause) {
    const logs = await compose(project, 'logs', '--no-color', '--tail', '30');
    await remove(project);
    throw new Error(`The stack did not become healthy.\n${logs}`, { cause });
  }
}

async function remove(project: ComposeProject): Promise<void> {
  await compose(project, 'down', '--volumes', '--timeout', '5');
  await removeImages(project.name);
}

const CALL = `
const [method, path, body] = process.argv.slice(1);
const headers = body ? { 'content-type': 'application/json' } : {};
const answer = await fetch('http://127.0.0.1:4243/_emulator' + path, { method, headers, body: body || undefined });
process.stdout.write(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
`;

async function callControl<T>(
  project: ComposeProject,
  method: string,
  path: string,
  body: unknown,
): Promise<T> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const node = ['node', '--input-type=module', '-e', CALL, method, path, text];
  return JSON.parse(await compose(project, 'exec', '-T', 'stripe', ...node)) as T;
}

/** Stops services while `during` runs. */
export async function withServicesStopped(
  project: ComposeProject,
  services: readonly string[],
  during: () => Promise<void>,
): Promise<void> {
  await compose(project, 'stop', '--timeout', '5', ...services);
  try {
    await during();
  } finally {
    await compose(project, 'up', '-d', '--wait', '--no-deps', ...services);
  }
}

/** Kills all processes of a container except PID 1, which then exits: a crash rather than a stop. */
export async function crash(container: string): Promise<void> {
  await docker(['exec', container, 'bash', '-c', 'kill -KILL -1']);
}
