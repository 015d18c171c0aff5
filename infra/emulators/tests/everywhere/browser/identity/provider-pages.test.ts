import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { browserFixture } from '../../../support/browser.ts';
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

async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Popup' }).click();
  return opened;
}

async function addAda(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add new account' }).click();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Display name').fill('Ada');
  await page.getByRole('button', { name: 'Sign in with google.com' }).click();
}

const status = (page: Page) => expect.poll(() => page.getByRole('status').textContent());

describe('in permissive mode', () => {
  const world = suiteWorld({ permissive: true });

  it('a popup signs in with a new account, and later with the same one', async () => {
    const page = await visit(world.emulator.url);
    await addAda(await openPopup(page));
    await status(page).toBe('signIn Ada ada@example.com');
    const other = await visit(world.emulator.url);
    const popup = await openPopup(other);
    await popup.getByRole('button', { name: 'Ada, ada@example.com' }).click();
    await status(other).toBe('signIn Ada ada@example.com');
    expect(await world.emulator.state()).toMatchObject({ users: [{ email: 'ada@example.com' }] });
  });

  it('a redirect signs in and returns to the app', async () => {
    const page = await visit(world.emulator.url);
    await page.getByRole('button', { name: 'Redirect' }).click();
    await addAda(page);
    await status(page).toBe('signIn Ada ada@example.com');
  });
});

describe('outside permissive mode', () => {
  const world = suiteWorld();

  it('a popup fails with operation-not-allowed', async () => {
    const page = await visit(world.emulator.url);
    await openPopup(page);
    await status(page).toBe('auth/operation-not-allowed');
  });
});
