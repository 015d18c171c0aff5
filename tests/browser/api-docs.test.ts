import { API_PATHS } from '@outharbor/contract/paths';
import { expect, it } from 'vitest';
import { browserFixture } from '../../infra/emulators/tests/support/browser.ts';
import { embeddedTarget } from '../support/embedded-target.ts';

const target = embeddedTarget();
const browser = browserFixture();

it('the API reference loads through the front door within its content security policy', async () => {
  const { url } = target();
  const visitor = await browser.arrive(url);
  // Swagger UI tries to add one inline style, which the policy blocks.
  visitor.expectErrors(/Applying inline style violates .* \(http.*swagger-ui-bundle\.js\)/);
  const page = await visitor.openTab();
  await page.goto(`${url}${API_PATHS.docs}`);
  expect(await page.title()).toBe('API of the site');
  for (const path of [API_PATHS.createCheckoutSession, API_PATHS.confirmPayment, API_PATHS.stripeWebhook]) {
    await page.locator(`[data-path="${path}"]`).first().waitFor();
  }
});
