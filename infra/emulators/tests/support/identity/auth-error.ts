import { expect } from 'vitest';

/** Expects that a call of an SDK is rejected with this code, given without its `auth/`. */
export async function expectAuthError(work: Promise<unknown>, code: string): Promise<void> {
  await expect(work).rejects.toMatchObject({ code: `auth/${code}` });
}
