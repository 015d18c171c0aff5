import { describe, it } from 'vitest';
import { CLOSED_ACCOUNT, useTheAccount } from '../support/browser/account-by-keyboard-suite.ts';
import { createKeyboard } from '../support/browser/keyboard.ts';
import { DEVICES, pageBrowser } from '../support/browser/site-fixture.ts';
import { embeddedTarget } from '../support/embedded-target.ts';

const target = embeddedTarget();

describe.each(DEVICES)('in Chromium on $device', ({ device, options }) => {
  const browser = pageBrowser();

  it('every account feature works with the keyboard only', { timeout: 300_000 }, async () => {
    const page = await browser.open(options, CLOSED_ACCOUNT);
    await useTheAccount(createKeyboard(page), { target: target(), narrow: device === 'a phone' });
  });
});
