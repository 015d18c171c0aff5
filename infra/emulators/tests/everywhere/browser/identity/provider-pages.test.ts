import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { browserFixture } from '../../../support/browser.ts';
import { OWNER, PROJECT } from '../../../support/identity/identity-world.ts';
import { suiteWorld } from '../../../support/identity/suite-world.ts';
import { suiteFixture } from '../../../support/suite-fixture.ts';
import { GAPI_ORIGIN, startProvidersApp } from './serve-providers-app.ts';

vi.setConfig({ testTimeout: 60_000 });

const browser = browserFixture();

const app = suiteFixture(startProvidersApp);

async function visit(emulatorUrl: string): Promise<Page> {
  const visitor = await browser.arrive([app.url, emulatorUrl, GAPI_ORIGIN]);
  const page = await app.open(visitor, emulatorUrl);
  await page.getByRole('status').filter({ hasText: 'nobody' }).waitFor();
  return page;
}

async function openPopup(page: Page, providerId = 'google.com', button = 'Popup'): Promise<Page> {
  await page.getByLabel('Provider').fill(providerId);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  return opened;
}

async function addAda(page: Page, email = 'ada@example.com', providerId = 'google.com'): Promise<void> {
  await page.getByRole('button', { name: 'Add new account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Display name').fill('Ada');
  await page.getByRole('button', { name: `Sign in with ${providerId}` }).click();
}

const status = (page: Page) => expect.poll(() => page.getByRole('status').textContent());

describe.each([
  { name: 'by default', permissive: false, algorithm: 'RS256' },
  { name: 'in permissive mode', permissive: true, algorithm: 'none' },
])('$name', ({ permissive, algorithm }) => {
  const world = suiteWorld({ permissive });

  it('a popup signs in with a new account, and later with the same one', async () => {
    const page = await visit(world.emulator.url);
    await addAda(await openPopup(page));
    await status(page).toBe(`signIn Ada ada@example.com ${algorithm}`);
    const other = await visit(world.emulator.url);
    const popup = await openPopup(other);
    await popup.getByRole('button', { name: 'Ada, ada@example.com' }).click();
    await status(other).toBe(`signIn Ada ada@example.com ${algorithm}`);
    expect(await world.emulator.state()).toMatchObject({ users: [{ email: 'ada@example.com' }] });
  });

  it('a redirect signs in and returns to the app', async () => {
    const page = await visit(world.emulator.url);
    await page.getByRole('button', { name: 'Redirect' }).click();
    await addAda(page);
    await status(page).toBe(`signIn Ada ada@example.com ${algorithm}`);
  });

  it('says that a person cancelled', async () => {
    const page = await visit(world.emulator.url);
    await (await openPopup(page)).getByRole('button', { name: 'Cancel' }).click();
    await status(page).toBe('auth/user-cancelled');
  });

  it('signs in a person without an address', async () => {
    const page = await visit(world.emulator.url);
    await addAda(await openPopup(page, 'oidc.acme'), '', 'oidc.acme');
    await status(page).toBe(`signIn Ada null ${algorithm}`);
  });
});

describe('by default', () => {
  const world = suiteWorld();

  it.each(['apple.com', 'github.com', 'microsoft.com', 'oidc.acme', 'saml.acme'])(
    'a popup links %s, which signs in afterwards',
    async (providerId) => {
      const page = await visit(world.emulator.url);
      await addAda(await openPopup(page));
      await status(page).toContain('signIn');
      await addAda(await openPopup(page, providerId, 'Link'), 'ada@work.example', providerId);
      await status(page).toBe('link Ada ada@example.com RS256');
      const other = await visit(world.emulator.url);
      await (await openPopup(other, providerId)).locator('.js-reuse-account').click();
      await status(other).toBe('signIn Ada ada@example.com RS256');
    },
  );

  it('names the other provider of an address that nobody verified', async () => {
    const page = await visit(world.emulator.url);
    await addAda(await openPopup(page));
    await status(page).toContain('signIn');
    await addAda(await openPopup(page, 'github.com'), 'ada@example.com', 'github.com');
    await status(page).toBe('auth/account-exists-with-different-credential');
  });

  it('a provider that the project disabled signs nobody in', async () => {
    const path = `/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/oauthIdpConfigs?oauthIdpConfigId=oidc.acme`;
    await world.call(path, { clientId: 'c', issuer: 'https://acme.example', enabled: false }, OWNER);
    const page = await visit(world.emulator.url);
    await openPopup(page, 'oidc.acme');
    await status(page).toBe('auth/operation-not-allowed');
  });

  it('serves the pages of an authDomain, with a hint for the address', async () => {
    const page = await visit(world.emulator.url);
    const query = new URLSearchParams({
      providerId: 'google.com',
      apiKey: 'demo-key',
      customParameters: JSON.stringify({ login_hint: 'ada@example.com' }),
    });
    await page.goto(`${world.emulator.url}/__/auth/handler?${query}`);
    await page.getByRole('button', { name: 'Add new account' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    expect((await page.goto(`${world.emulator.url}/__/auth/iframe`))?.status()).toBe(200);
  });
});
