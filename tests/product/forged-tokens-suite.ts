import { expect, it } from 'vitest';
import { takeOvers } from '../../infra/emulators/tests/support/identity/take-overs.ts';

/** Through Nginx, which is what ships; `everywhere/random` of the emulators tries all spellings without it. */
export function describeForgedTokens(stack: () => { readonly url: string }): void {
  it('no spelling of a forged token reaches an account', async () => {
    expect(await takeOvers(stack().url, { projectId: 'demo-outharbor', step: 7 })).toEqual([]);
  });
}
