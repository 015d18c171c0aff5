import { dockerAnswers } from '../../scripts/docker-engine.ts';
import { docker } from '../integration/containers/compose.ts';
import { deploySwarmStack } from './containers/swarm.ts';
import { runSwarmCases } from './containers/swarm-cases.ts';

export const title = 'Containers on a swarm of one node';

const REPLICAS = [1, 2, 4];

/** Fails where a request fails that must not; measures nothing where no Docker engine answers. */
export async function measure() {
  if (!(await dockerAnswers())) return [];
  await docker(['compose', 'build', '--quiet']);
  const stack = await deploySwarmStack(Number(process.env.PORT ?? 8080));
  try {
    return await runSwarmCases(stack, REPLICAS);
  } finally {
    await stack.remove();
  }
}
