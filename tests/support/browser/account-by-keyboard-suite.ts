import { expect } from 'vitest';
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
  const { name, email, password } = await newSubscriber(target, 1000);
  const moved = newPerson().email;
  const [second, third] = ['second secret', 'third secret'];
  const at = (path: string) => isAt(keyboard, url + path);
  const openMail = async (kind: string, address = email) =>
    keyboard.open(await mailedTo(target, address, kind));
  const openAccount = async () => {
    await keyboard.open(`${url}/account`);
    await keyboard.says('Receipt of');
  };

  await keyboard.open(`${url}/account`);
  await keyboard.says('Please log in to see your account.');
  await press(keyboard, 'link', 'Login');
  await at('/login');
  await submit(keyboard, { Email: email, Password: password });
  await at('/account');

  // Confirm the address, then open the account through the name link.
  await keyboard.says('Send the confirmation again');
  await press(keyboard, 'button', 'Send the confirmation again');
  await keyboard.says('The e-mail is on its way.');
  await openMail('VERIFY_EMAIL');
  await keyboard.says('Your e\u2011mail address is confirmed.');
  await press(keyboard, 'link', 'Go to login');
  await at('/subscribe');
  await keyboard.open(`${url}/subscribe`);
  await keyboard.says('Subscribed');
  if (narrow) await press(keyboard, 'button', 'Account menu');
  await press(keyboard, 'link', name);
  await at('/account');
  await keyboard.says(`${email} (confirmed)`);

  // Name, e-mail, password.
  await keyboard.says('Receipt of');
  await submit(keyboard, { Name: 'Ada Okafor' });
  await keyboard.says('Your name has been saved.');
  await submit(keyboard, { 'New e-mail': moved, 'Current password': password });
  await keyboard.says('Please follow the link we sent to the new address.');
  await submit(keyboard, { 'Current password': password, 'New password': second });
  await keyboard.says('Your password has been changed.');

  // Change the plan on Stripe's page and open a receipt.
  await openAccount();
  await press(keyboard, 'button', 'Change to Icebreaker, $1,499');
  await isAt(keyboard, `${url}/emulated/stripe/p/session/`);
  await keyboard.says('Due today');
  await press(keyboard, 'button', 'Confirm');
  await at('/account');
  await keyboard.says('Receipt of');
  await tabTo(keyboard, 'button', 'Change to Popular, $1,000');
  await press(keyboard, 'link', /^Receipt of /);
  await isAt(keyboard, `${url}/emulated/stripe/i/`);

  // Export the data as a file.
  await openAccount();
  await press(keyboard, 'button', 'Export my data');
  expect(JSON.stringify(await keyboard.downloaded('my-data.json'))).toContain(email);

  // Sign out everywhere, confirm the new address, reset the password.
  await openAccount();
  await press(keyboard, 'button', 'Sign out everywhere');
  await keyboard.says('Please log in to see your account.');
  await openMail('VERIFY_AND_CHANGE_EMAIL');
  await keyboard.says('Your e\u2011mail address has been changed.');
  await press(keyboard, 'link', 'Go to login');
  await keyboard.says('Forgot password?');
  await press(keyboard, 'link', 'Forgot password?');
  await at('/forgot-password');
  // The address changes before the page does, and login has an Email field too.
  await keyboard.says('We will send you a link');
  await submit(keyboard, { Email: moved });
  await keyboard.says('a link is on its way');
  await openMail('PASSWORD_RESET', moved);
  await keyboard.says(moved);
  await submit(keyboard, { 'New password': third });
  await keyboard.says('Your password has been changed. Please log in.');
  await at('/login');
  await submit(keyboard, { Email: moved, Password: third });
  await at('/subscribe');

  await openAccount();
  await tabTo(keyboard, 'button', 'Export my data');
  await submit(keyboard, { 'Current password': third });
  await keyboard.says('Your account has been deleted.');
  await at('/subscribe');
}
