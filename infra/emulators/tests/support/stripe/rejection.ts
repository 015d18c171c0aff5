import Stripe from 'stripe';

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
