import { afterAll, afterEach, beforeAll } from 'vitest';
import { type IdentityWorld, startIdentityWorld } from './identity-world.ts';

/** One emulator for all tests of a suite: started before the first, reset after each. */
export function suiteWorld(options: Parameters<typeof startIdentityWorld>[0] = {}): IdentityWorld {
  let started: IdentityWorld | undefined;
  const world = () => {
    if (started === undefined) throw new Error('The world starts before the first test.');
    return started;
  };
  beforeAll(async () => {
    started = await startIdentityWorld(options);
  });
  afterEach(() => world().emulator.reset());
  afterAll(() => started?.close());
  return {
    get emulator() {
      return world().emulator;
    },
    get admin() {
      return world().admin;
    },
    get signer() {
      return world().signer;
    },
    newClient: () => world().newClient(),
    call: (...request) => world().call(...request),
    close: () => world().close(),
  };
}
