import { startApiInstance } from './in-process-api.ts';
import type { World } from './world.ts';

/** Starts another deployment on the same Stripe account, with a separate database. */
export async function startSecondDeployment(world: World, name = 'staging') {
  const databaseUrl = world.config.firebase.databaseUrl.replace(/ns=.*/, `ns=${name}`);
  const config = {
    ...world.config,
    firebase: { ...world.config.firebase, databaseUrl },
    stripe: { ...world.config.stripe, deployment: name },
  };
  const api = await startApiInstance(config, world.issuer.agent);
  return {
    ...api,
    user: (uid: string) => world.userAt(() => api.url, uid),
  };
}
