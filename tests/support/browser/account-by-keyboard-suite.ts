import { planPriceText } from '@outharbor/contract/plans';
import { FIRST, LAST } from '@outharbor/contract/testing/plans';
import { expect } from 'vitest';
import { FIELDS, LOGIN } from '../../../web/src/content/account.ts';
import { ACCOUNT, DATA, DELETION, PLAN, PROFILE, RECEIPTS } from '../../../web/src/content/account-page.ts';
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

/** A subscriber at the keyboard. */
interface Walk {
  readonly keyboard: Keyboard;
  readonly url: string;
  readonly narrow: boolean;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The address and the password that they change to. */
  readonly moved: string;
  readonly second: string;
  /** The password after the reset. */
  readonly third: string;
  at(path: string): Promise<void>;
  openMail(kind: string, address?: string): Promise<void>;
  openAccount(): Promise<void>;
}

/**
 * Uses every account feature. On each page, focus only moves forward: past the end of the page are the
 * browser's own controls.
 */
export async function useTheAccount(
  keyboard: Keyboard,
  { target, narrow }: { readonly target: EmbeddedTarget; readonly narrow: boolean },
): Promise<void> {
  const { url } = target;
  const person = await newSubscriber(target, FIRST.price);
  const walk: Walk = {
    keyboard,
    url,
    narrow,
    ...person,
    moved: newPerson().email,
    second: 'second secret',
    third: 'third secret',
    at: (path) => isAt(keyboard, url + path),
    openMail: async (kind, address = person.email) => keyboard.open(await mailedTo(target, address, kind)),
    openAccount: async () => {
      await keyboard.open(`${url}/account`);
      await keyboard.says(RECEIPTS.receipt);
    },
  };
  await logInFromAccount(walk);
  await confirmAddress(walk);
  await changeProfile(walk);
  await changePlan(walk);
  await exportData(walk);
  await signOutEverywhere(walk);
  await resetPassword(walk);
  await deleteAccount(walk);
}

async function logInFromAccount({ keyboard, url, email, password, at }: Walk): Promise<void> {
  await keyboard.open(`${url}/account`);
  await keyboard.says(ACCOUNT.loginFirst);
  await press(keyboard, 'link', PRICING.login);
  await at('/login');
  await submit(keyboard, { [FIELDS.email]: email, [FIELDS.password]: password });
  await at('/account');
}

/** Also opens the account through the name link. */
async function confirmAddress({ keyboard, url, narrow, name, email, at, openMail }: Walk): Promise<void> {
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
}

async function changeProfile({ keyboard, password, moved, second }: Walk): Promise<void> {
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
}

/** On Stripe's page, where a receipt opens too. */
async function changePlan({ keyboard, url, at, openAccount }: Walk): Promise<void> {
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
}

async function exportData({ keyboard, email, openAccount }: Walk): Promise<void> {
  await openAccount();
  await press(keyboard, 'button', DATA.export);
  expect(JSON.stringify(await keyboard.downloaded('my-data.json'))).toContain(email);
}

/** Also confirms the new address. */
async function signOutEverywhere({ keyboard, openMail, openAccount }: Walk): Promise<void> {
  await openAccount();
  await press(keyboard, 'button', PROFILE.signOutEverywhere);
  await keyboard.says(ACCOUNT.loginFirst);
  await openMail('VERIFY_AND_CHANGE_EMAIL');
  await keyboard.says(ACCOUNT_ACTION.done.verifyAndChangeEmail);
  await press(keyboard, 'link', ACCOUNT_ACTION.login);
}

async function resetPassword({ keyboard, moved, third, at, openMail }: Walk): Promise<void> {
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
}

async function deleteAccount({ keyboard, third, at, openAccount }: Walk): Promise<void> {
  await openAccount();
  await press(keyboard, 'summary', DELETION.unfold);
  await submit(keyboard, { [PROFILE.currentPassword]: third });
  await keyboard.says(DELETION.deleted);
  await at('/subscribe');
}
