import { setTimeout as pause } from 'node:timers/promises';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';

/** Initialises a single-node swarm unless there is one; resolves with a function that undoes it. */
export async function joinSwarm(): Promise<() => Promise<void>> {
  const state = (await docker(['info', '--format', '{{.Swarm.LocalNodeState}}'])).trim();
  if (state === 'active') return async () => {};
  await docker(['swarm', 'init', '--advertise-addr', '127.0.0.1']);
  return async () => {
    await docker(['swarm', 'leave', '--force']);
  };
}

/** IDs of running containers whose task name starts with `task`. */
export async function containersOf(task: string): Promise<string[]> {
  return (await docker(['ps', '-q', '--filter', `name=^${task}`])).split('\n').filter(Boolean);
}

export async function allReplicasRun(name: string): Promise<void> {
  const services = ['service', 'ls', '--filter', `label=com.docker.stack.namespace=${name}`];
  await until(async () => {
    const replicas = (await docker([...services, '--format', '{{.Replicas}}'])).trim().split('\n');
    return replicas.every((count) => /^(\d+)\/\1\b/.test(count));
  });
}

/** Removes a stack and waits until all its containers are gone. */
export async function removeStack(name: string): Promise<void> {
  await docker(['stack', 'rm', name]);
  const left = `label=com.docker.stack.namespace=${name}`;
  await until(async () => (await docker(['ps', '-a', '-q', '--filter', left])) === '');
}

/** Polls every second for up to five minutes. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await holds()) return;
    await pause(1000);
  }
  throw new Error('The condition was not met within five minutes.');
}
