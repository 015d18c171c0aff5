import type { Page } from 'playwright-core';
import type Stripe from 'stripe';
import { beforeAll } from 'vitest';
import { type BrowserFixture, browserFixture, type Viewport } from '../browser.ts';
import { suiteFixture } from '../suite-fixture.ts';
import { createSession } from './checkout.ts';
import { createWorld, type World } from './forms.ts';
import { type PublicSite, startPublicSite } from './public-site.ts';

type SessionChanges = Partial<Stripe.Checkout.SessionCreateParams>;

export interface HostedWorld extends World {
  readonly world: World;
  readonly browser: BrowserFixture;
  readonly site: () => PublicSite;
  /** As a new visitor. */
  open(url: string | null | undefined, viewport?: Viewport): Promise<Page>;
  /** A session for a known customer with URLs of the site, overridden by `changes`. */
  createSession(changes?: SessionChanges): Promise<{ id: string; url: string; customer: string }>;
}

/** The emulator behind a public site, with a browser to visit it. */
export function hostedWorld(): HostedWorld {
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
    async open(url, viewport) {
      const page = await (await browser.arrive(site.origin, viewport)).openTab();
      await page.goto(String(url));
      return page;
    },
    async createSession(changes = {}) {
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
