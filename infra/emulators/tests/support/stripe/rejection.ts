import Stripe from 'stripe';
import { expect } from 'vitest';

/** The error that the SDK throws for a rejected call; throws if the call succeeds. */
export async function readRejection(
  call: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('the call was not rejected');
}

/** Waits for all calls at once, because one that is rejected before it is awaited is an error outside the test. */
export const readRejections = (calls: readonly Promise<unknown>[]) => Promise.all(calls.map(readRejection));

export async function expectRejection(call: Promise<unknown>, expected: object): Promise<void> {
  expect(await readRejection(call)).toMatchObject(expected);
}

/** Expects the status 400 and the name of the parameter. */
export async function expectInvalid(call: Promise<unknown>, param: string): Promise<void> {
  await expectRejection(call, { statusCode: 400, param });
}

export async function expectRejections(calls: readonly Promise<unknown>[], expected: object): Promise<void> {
  for (const rejection of await readRejections(calls)) expect(rejection).toMatchObject(expected);
}
