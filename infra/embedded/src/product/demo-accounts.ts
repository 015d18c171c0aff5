import type { ConsoleTargets, Enrol } from '@outharbor/console';
import { API_PATHS } from '@outharbor/contract/paths';
import { PLANS, type PlanPrice, planLookupKey } from '@outharbor/contract/plans';
import { NEXT } from '@outharbor/contract/testing/plans';
import type { UserRecord } from '@outharbor/contract/user-record';

/** As docs/going-live.md has an owner enter them at Firebase. */
export const mailTexts = {
  PASSWORD_RESET: {
    subject: 'Set a new password',
    message:
      "<p>Hello,</p><p>someone, probably you, asked for a new password for %EMAIL%.</p><p><a href='%LINK%'>Set a new password</a></p><p>The link works once. If it was not you, ignore this message.</p>",
  },
  VERIFY_EMAIL: { subject: 'Please confirm your address' },
  RECOVER_EMAIL: { subject: 'Your address was changed' },
};

/** The API knows a customer by these; without a DEPLOYMENT_ID it takes the name of the database. */
export const customerMarks = { deployment: 'demo-outharbor-default-rtdb' };

/** Registers somebody as the site does, and lets them pay for a plan. */
export const enrol: Enrol = async (targets, { email, password, name, plan }) => {
  const account = await targets.identity.signUp({ email, password, name });
  const record: UserRecord = { uid: account.uid, email, userName: name };
  await targets.database.write(`users/${account.uid}`, record);
  if (plan === null) return;
  const chosen = PLANS.find((each) => planLookupKey(each) === plan) ?? NEXT;
  const session = await createCheckoutSession(targets, account, chosen.price);
  const { result } = await targets.stripe.pay(session, { card: 'visa' });
  if (result !== 'complete') throw new Error(`The seeded payment ended as ${result}.`);
  // The record of the plan is written by the webhook.
  await targets.stripe.settle();
};

/** Calls the product's API as the site does. */
async function createCheckoutSession(
  { apiUrl }: ConsoleTargets,
  { uid, idToken }: { readonly uid: string; readonly idToken: string },
  plan: PlanPrice,
): Promise<string> {
  const response = await fetch(`${apiUrl}${API_PATHS.createCheckoutSession}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ plan, customerId: uid }),
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok)
    throw new Error(`Creating a checkout session returned ${response.status}: ${await response.text()}`);
  const { session } = (await response.json()) as { readonly session: { readonly id: string } };
  return session.id;
}
