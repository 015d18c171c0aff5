import { it } from 'vitest';
import { CLOSED_ACCOUNT, useTheAccount } from '../support/browser/account-by-keyboard-suite.ts';
import { createKeyboard } from '../support/browser/keyboard.ts';
import { ON_A_PHONE, pageBrowser } from '../support/browser/site-fixture.ts';
import { embeddedTarget } from '../support/embedded-target.ts';

const target = embeddedTarget();
const browser = pageBrowser();

it('every account feature works with the keyboard only, on a narrow window', {
  timeout: 300_000,
}, async () => {
  const page = await browser.open(ON_A_PHONE, CLOSED_ACCOUNT);
  await useTheAccount(createKeyboard(page), { target: target(), narrow: true });
});
