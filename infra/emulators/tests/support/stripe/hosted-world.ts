import type { Page } from 'playwright-core';
import type Stripe from 'stripe';
import { beforeAll } from 'vitest';
import { browserFixture, type Viewport } from '../browser.ts';
import { suiteFixture } from '../suite-fixture.ts';
import { createSession } from './checkout.ts';
import { createWorld } from './forms.ts';
import { startPublicSite } from './public-site.ts';

/** The emulator behind a public site, with a browser to visit it. */
export function hostedWorld() {
  const world = createWorld();
  const browser = browserFixture();
  const site = suiteFixture(startPublicSite);
  beforeAll(async () => {
    site.target = world.emulator.url;
    await world.emulator.configure({ publicUrl: site.origin });
  });
  return {
    ...world,
    world,
    browser,
    site: () => site,
    /** As a new visitor. */
    async open(url: string | null | undefined, viewport?: Viewport): Promise<Page> {
      const page = await (await browser.arrive(site.origin, viewport)).openTab();
      await page.goto(String(url));
      return page;
    },
    /** A session for a known customer with URLs of the site, overridden by `changes`. */
    async createSession(changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
      const { id: customer } = await world.stripe.customers.create({ email: 'ada@example.com' });
      const addresses = {
        success_url: `${site.origin}/success?session={CHECKOUT_SESSION_ID}`,
        cancel_url: `${site.origin}/cancel`,
      };
      const { id, url } = await createSession(world.stripe, { customer, ...addresses, ...changes });
      if (url === null) throw new Error('the session has no URL');
      return { id, url, customer };
    },
  };
}
