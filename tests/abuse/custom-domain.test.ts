import { buildApp } from '@outharbor/api/app';
import { loadConfig } from '@outharbor/api/config/config';
import { connectGateways } from '@outharbor/api/connect-gateways';
import { buildLogger } from '@outharbor/api/logging/build-logger';
import { createMetrics } from '@outharbor/api/metrics/metrics';
import { FIRST } from '@outharbor/contract/testing/plans';
import { liveRuntimeConfig } from '@outharbor/embedded/runtime-config';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { isAllowedRedirect } from '../../web/src/lib/allowed-redirect.ts';
import { childEnvironment } from '../support/abuse/child-api.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { startWorld } from '../support/abuse/world.ts';

const OWN = 'pay.example.com';

/** The settings of a live site. */
const SITE = {
  FIREBASE_API_KEY: 'key',
  FIREBASE_PROJECT_ID: 'live',
  FIREBASE_AUTH_DOMAIN: 'live.example.com',
  FIREBASE_DATABASE_URL: 'https://live.firebaseio.com',
  SCHEDULING_URL: 'https://calendly.com/live',
};

describe("a checkout page on a custom domain of Stripe's", () => {
  const world = suiteFixture(() => startWorld({ pages: `https://${OWN}` }));
  let page: string;
  beforeAll(async () => {
    page = requireSession(await world.user('client').book(FIRST.price)).url;
  });

  /** Whether a live site whose settings list these hosts opens the page. */
  const opens = (hosts: string) => {
    const { allowedOrigins } = liveRuntimeConfig({ ...SITE, CHECKOUT_HOSTS: hosts }).checkout;
    return isAllowedRedirect(page, allowedOrigins, 'https://site.example.com');
  };

  it('is opened by the site if the settings list its host, and otherwise rejected', () => {
    expect(new URL(page).host).toBe(OWN);
    expect([OWN, `other.example.com ${OWN}`].map(opens)).toEqual([true, true]);
    expect(['', 'other.example.com', `not-${OWN}`].map(opens)).toEqual([false, false, false]);
  });

  /** Starts an API that takes Stripe for the live one; returns what its start has told the operator. */
  async function linesOfStart(hosts?: string): Promise<string> {
    const lines: string[] = [];
    const logger = buildLogger({ level: 'info' }, { write: (line) => lines.push(line) });
    const metrics = createMetrics();
    const environment = { ...childEnvironment(world), ...(hosts && { CHECKOUT_HOSTS: hosts }) };
    const config = loadConfig(environment, () => '');
    const gateways = connectGateways(config, metrics.observeDependency, logger, world.issuer.agent);
    const asked = vi.spyOn(gateways.payments, 'checkoutHosts');
    const live = { ...config, stripe: { ...config.stripe, apiUrl: null } };
    const app = await buildApp({ config: live, gateways, logger, metrics });
    await app.ready();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    await asked.mock.results[0]?.value;
    await app.close();
    await gateways.close();
    return lines.join();
  }

  it.each([undefined, 'other.example.com'])(
    'is reported at start if its host is not in CHECKOUT_HOSTS=%s',
    async (hosts) => {
      expect(await linesOfStart(hosts)).toContain(`"alert":"checkout_host_unknown","host":"${OWN}"`);
    },
  );

  it('is not reported at start if the settings list its host', async () => {
    expect(await linesOfStart(`other.example.com ${OWN}`)).not.toContain('checkout_host_unknown');
  });
});
