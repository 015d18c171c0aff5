import { describe, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import { CLOSED_ACCOUNT, useTheAccount } from '../../support/browser/account-by-keyboard-suite.ts';
import { createKeyboard, createRemoteKeyboard } from '../../support/browser/keyboard.ts';
import { ON_A_PHONE, pageBrowser } from '../../support/browser/site-fixture.ts';
import { embeddedTarget } from '../../support/embedded-target.ts';
import { DESKTOP } from '../../support/webdriver/webkit.ts';
import { PHONE, webkitFixture } from '../../support/webdriver/webkit-fixture.ts';

const target = embeddedTarget();
const browser = pageBrowser();

it('in Chromium, every account feature works with the keyboard only, on a narrow window', {
  timeout: 300_000,
}, async () => {
  const page = await browser.open(ON_A_PHONE, CLOSED_ACCOUNT);
  await useTheAccount(createKeyboard(page), { target: target(), narrow: true });
});

describe('in WebKit', () => {
  const arrive = webkitFixture();

  it.each([
    { window: 'a desktop', size: DESKTOP },
    { window: 'a phone', size: PHONE },
  ])(
    'every account feature works with the keyboard only, in the window of $window',
    // Generous, because it includes the browser start on a busy machine.
    { timeout: 300_000, tags: 'webkit' },
    async ({ size }) => {
      const { path: profile, close } = await temporaryFolder();
      onTestFinished(close);
      const page = await arrive({ size, profile, expected: CLOSED_ACCOUNT });
      await useTheAccount(createRemoteKeyboard(page, profile), { target: target(), narrow: size === PHONE });
    },
  );
});
