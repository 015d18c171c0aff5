import { afterAll, afterEach, beforeAll } from 'vitest';
import { type IdentityWorld, startIdentityWorld } from './identity-world.ts';

/** A world for the tests of one suite. It starts before the first of them and is as new for each. */
export function suiteWorld(options: Parameters<typeof startIdentityWorld>[0] = {}): IdentityWorld {
  let started: IdentityWorld | undefined;
  const world = () => {
    if (started === undefined) throw new Error('The world is there from the first test on.');
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
