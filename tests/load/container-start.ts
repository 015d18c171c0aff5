import { setTimeout as pause } from 'node:timers/promises';
import { API_PATHS } from '@outharbor/contract/paths';
import { docker } from '../../infra/emulators/tests/support/docker.ts';
import { median } from '../../infra/emulators/tests/support/figures.ts';
import type { Measurement } from '../../scripts/benchmark-report.ts';
import { dockerAnswers } from '../../scripts/docker-engine.ts';
import { containersOf } from '../support/containers/compose.ts';
import { type ContainerStack, startContainerStack } from '../support/containers/container-stack.ts';

export const title = 'Container start';

const ROUNDS = 7;

/** Measures the time until the stack is healthy and the API is ready; empty without a Docker engine. */
export async function measure(): Promise<Measurement[]> {
  if (!(await dockerAnswers())) return [];
  const stack = await startContainerStack();
  try {
    const [api = ''] = await containersOf(stack.project, 'api');
    const starts: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) starts.push(await secondsToReady(api));
    return [
      {
        name: 'docker compose up --wait with built images, to healthy',
        value: await secondsToHealthy(stack),
        unit: 's',
      },
      {
        name: 'API container, from start to the first 200 of its readiness route',
        value: median(starts),
        unit: 's',
        note: `median of ${ROUNDS}, ${Math.min(...starts).toFixed(2)} to ${Math.max(...starts).toFixed(2)}`,
      },
    ];
  } finally {
    await stack.close();
  }
}

async function secondsToHealthy({ project }: ContainerStack): Promise<number> {
  const compose = ['compose', '-p', project.name];
  await docker([...compose, 'down', '--volumes', '--timeout', '5'], project.environment);
  const startedAt = performance.now();
  await docker([...compose, 'up', '-d', '--wait'], project.environment);
  return (performance.now() - startedAt) / 1000;
}

/** Measures from the process start time that the engine reports. */
async function secondsToReady(container: string): Promise<number> {
  await docker(['restart', container]);
  const format = '{{.State.StartedAt}} {{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
  const [started = '', address] = (await docker(['inspect', '--format', format, container]))
    .trim()
    .split(' ');
  await untilReady(`http://${address}:3000${API_PATHS.ready}`);
  return (Date.now() - Date.parse(started)) / 1000;
}

async function untilReady(url: string): Promise<void> {
  const status = () =>
    fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
  while ((await status()) !== 200) await pause(5);
}
