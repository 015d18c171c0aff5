import { planPriceText } from '@outharbor/contract/plans';
import { FIRST, LAST } from '@outharbor/contract/testing/plans';
import { expect } from 'vitest';
import { FIELDS, LOGIN } from '../../../web/src/content/account.ts';
import { ACCOUNT, LEAVE, PLAN, PROFILE, RECEIPTS } from '../../../web/src/content/account-page.ts';
import { ACCOUNT_ACTION, FORGOT_PASSWORD } from '../../../web/src/content/mailed-links.ts';
import { PRICING } from '../../../web/src/content/pricing.ts';
import type { EmbeddedTarget } from '../embedded-target.ts';
import { newSubscriber } from '../members.ts';
import { newPerson } from '../people.ts';
import { isAt, type Keyboard, press, submit, tabTo } from './keyboard.ts';
import { mailedTo } from './mailed-to.ts';

/** Console errors expected after sign-out everywhere or account deletion. */
export const CLOSED_ACCOUNT =
  /status of 40[01]|token-expired|user-not-found|INVALID|permission_denied|record/i;
/**
 * Uses every account feature. On each page, focus only moves forward: past the end of the page are the
 * browser's own controls.
 */
export async function useTheAccount(
  keyboard: Keyboard,
  { target, narrow }: { readonly target: EmbeddedTarget; readonly narrow: boolean },
): Promise<void> {
  const { url } = target;
  const { name, email, password } = await newSubscriber(target, FIRST.price);
  const moved = newPerson().email;
  const [second, third] = ['second secret', 'third secret'];
  const at = (path: string) => isAt(keyboard, url + path);
  const openMail = async (kind: string, address = email) =>
    keyboard.open(await mailedTo(target, address, kind));
  const openAccount = async () => {
    await keyboard.open(`${url}/account`);
    await keyboard.says(RECEIPTS.receipt);
  };

  await keyboard.open(`${url}/account`);
  await keyboard.says(ACCOUNT.loginFirst);
  await press(keyboard, 'link', PRICING.login);
  await at('/login');
  await submit(keyboard, { [FIELDS.email]: email, [FIELDS.password]: password });
  await at('/account');

  // Confirm the address, then open the account through the name link.
  await keyboard.says(PROFILE.sendAgain);
  await press(keyboard, 'button', PROFILE.sendAgain);
  await keyboard.says(PROFILE.sent);
  await openMail('VERIFY_EMAIL');
  await keyboard.says(ACCOUNT_ACTION.done.verifyEmail);
  await press(keyboard, 'link', ACCOUNT_ACTION.login);
  await at('/subscribe');
  await keyboard.open(`${url}/subscribe`);
  await keyboard.says(PRICING.subscribed);
  if (narrow) await press(keyboard, 'button', PRICING.menu);
  await press(keyboard, 'link', name);
  await at('/account');
  await keyboard.says(`${email} (${PROFILE.verified})`);

  // Name, e-mail, password.
  await keyboard.says(RECEIPTS.receipt);
  await press(keyboard, 'summary', PROFILE.name);
  await submit(keyboard, { [PROFILE.name]: 'Ada Okafor' });
  await keyboard.says(PROFILE.nameSaved);
  await press(keyboard, 'summary', PROFILE.email);
  await submit(keyboard, { [PROFILE.newEmail]: moved, [PROFILE.currentPassword]: password });
  await keyboard.says(PROFILE.emailSent);
  await press(keyboard, 'summary', PROFILE.password);
  await submit(keyboard, { [PROFILE.currentPassword]: password, [PROFILE.newPassword]: second });
  await keyboard.says(PROFILE.passwordSaved);

  // Change the plan on Stripe's page and open a receipt.
  await openAccount();
  await press(keyboard, 'button', `${PLAN.change} ${LAST.title}, ${planPriceText(LAST)}`);
  await isAt(keyboard, `${url}/emulated/stripe/p/session/`);
  await keyboard.says('Due today');
  await press(keyboard, 'button', 'Confirm');
  await at('/account');
  await keyboard.says(RECEIPTS.receipt);
  await tabTo(keyboard, 'button', `${PLAN.change} ${FIRST.title}, ${planPriceText(FIRST)}`);
  await press(keyboard, 'link', new RegExp(`^${RECEIPTS.receipt} `));
  await isAt(keyboard, `${url}/emulated/stripe/i/`);

  // Export the data as a file.
  await openAccount();
  await press(keyboard, 'button', LEAVE.export);
  expect(JSON.stringify(await keyboard.downloaded('my-data.json'))).toContain(email);

  // Sign out everywhere, confirm the new address, reset the password.
  await openAccount();
  await press(keyboard, 'button', PROFILE.signOutEverywhere);
  await keyboard.says(ACCOUNT.loginFirst);
  await openMail('VERIFY_AND_CHANGE_EMAIL');
  await keyboard.says(ACCOUNT_ACTION.done.verifyAndChangeEmail);
  await press(keyboard, 'link', ACCOUNT_ACTION.login);
  await keyboard.says(LOGIN.forgotPassword);
  await press(keyboard, 'link', LOGIN.forgotPassword);
  await at('/forgot-password');
  // The address changes before the page does, and login has an Email field too.
  await keyboard.says(FORGOT_PASSWORD.text);
  await submit(keyboard, { [FIELDS.email]: moved });
  await keyboard.says(FORGOT_PASSWORD.sent);
  await openMail('PASSWORD_RESET', moved);
  await keyboard.says(moved);
  await submit(keyboard, { [PROFILE.newPassword]: third });
  await keyboard.says(ACCOUNT_ACTION.passwordSaved);
  await at('/login');
  await submit(keyboard, { [FIELDS.email]: moved, [FIELDS.password]: third });
  await at('/subscribe');

  await openAccount();
  await press(keyboard, 'summary', LEAVE.unfold);
  await submit(keyboard, { [PROFILE.currentPassword]: third });
  await keyboard.says(LEAVE.deleted);
  await at('/subscribe');
}
