import { deploySwarmStack } from './containers/swarm.ts';
import { runSwarmCases } from './containers/swarm-cases.ts';

export const title = 'Containers on a swarm of one node';

const REPLICAS = [1, 2, 4];

/** Needs a Docker engine and the images built with the tag `latest`; fails where a request fails that must not. */
export async function measure() {
  const stack = await deploySwarmStack(Number(process.env.PORT ?? 8080));
  try {
    return await runSwarmCases(stack, REPLICAS);
  } finally {
    await stack.remove();
  }
}
