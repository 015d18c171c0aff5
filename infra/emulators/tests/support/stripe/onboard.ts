import type Stripe from 'stripe';
import type { World } from './forms.ts';

/** The parameters of a link to an account's onboarding. */
export function onboardingLink(account: string) {
  return {
    account,
    refresh_url: 'https://shop.example/again',
    return_url: 'https://shop.example/back',
    type: 'account_onboarding',
  } as const;
}

/** Requests a hosted page as a browser does. */
export function visitPage({ emulator }: World, address: string, method = 'GET'): Promise<Response> {
  const { pathname } = new URL(address);
  return fetch(`${emulator.url}${pathname}`, { method, redirect: 'manual' });
}

const BOTH = { card_payments: { requested: true }, transfers: { requested: true } };

/** A connected account that has completed its onboarding. */
export async function onboard(
  world: World,
  params: Stripe.AccountCreateParams = { type: 'express', capabilities: BOTH },
): Promise<string> {
  const { id } = await world.stripe.accounts.create(params);
  const { url } = await world.stripe.accountLinks.create(onboardingLink(id));
  await visitPage(world, url);
  await visitPage(world, url, 'POST');
  return id;
}
