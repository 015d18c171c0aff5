import { afterEach } from 'vitest';
import { suiteFixture } from '../suite-fixture.ts';
import { type IdentityWorld, startIdentityWorld } from './identity-world.ts';

/** One emulator for all tests of a suite: started before the first, reset after each. */
export function suiteWorld(options: Parameters<typeof startIdentityWorld>[0] = {}): IdentityWorld {
  const world = suiteFixture(() => startIdentityWorld(options));
  afterEach(() => world.emulator.reset());
  return world;
}
