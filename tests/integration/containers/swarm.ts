import { setTimeout as pause } from 'node:timers/promises';
import { docker } from './compose.ts';

/** Makes a swarm of this engine alone where it is in none; resolves with what ends it again. */
export async function joinSwarm(): Promise<() => Promise<void>> {
  const state = (await docker(['info', '--format', '{{.Swarm.LocalNodeState}}'])).trim();
  if (state === 'active') return async () => {};
  await docker(['swarm', 'init', '--advertise-addr', '127.0.0.1']);
  return async () => {
    await docker(['swarm', 'leave', '--force']);
  };
}

/** Ids of the running containers of tasks whose name begins so. */
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

/** Resolves when no container of the stack is left. */
export async function removeStack(name: string): Promise<void> {
  await docker(['stack', 'rm', name]);
  const left = `label=com.docker.stack.namespace=${name}`;
  await until(async () => (await docker(['ps', '-a', '-q', '--filter', left])) === '');
}

/** Asks every second for at most five minutes. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await holds()) return;
    await pause(1000);
  }
  throw new Error('It did not happen within five minutes.');
}
