import { createAuthUri } from '../accounts/create-auth-uri.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { lookUp } from '../accounts/look-up.ts';
import { resetPassword } from '../accounts/reset-password.ts';
import { sendActionCode } from '../accounts/send-action-code.ts';
import { signInWithCustomToken } from '../accounts/sign-in-with-custom-token.ts';
import { signInWithEmailLink } from '../accounts/sign-in-with-email-link.ts';
import { signInWithPassword } from '../accounts/sign-in-with-password.ts';
import { signUp } from '../accounts/sign-up.ts';
import { updateAccount } from '../accounts/update-account.ts';
import { deleteUsers } from '../admin/delete-users.ts';
import { importUsers } from '../admin/import-users.ts';
import { queryUsers } from '../admin/list-users.ts';
import type { Caller, Context } from '../context.ts';
import {
  finishPasskeyEnrollment,
  finishPasskeySignIn,
  startPasskeyEnrollment,
  startPasskeySignIn,
} from '../passkeys/passkeys.ts';
import { sendVerificationCode, signInWithPhoneNumber } from '../phone/phone-sign-in.ts';
import { finishEnrollment, startEnrollment, withdrawEnrollment } from '../second-factors/enrollment.ts';
import { finishSecondFactor, startSecondFactor } from '../second-factors/sign-in.ts';
import type { Fields } from '../wire/fields.ts';

export type Operation = (context: Context, body: Fields, caller: Caller) => object | Promise<object>;

/** Client calls that administrators may also make for the project. */
const SHARED = {
  lookup: lookUp,
  delete: deleteAccount,
  update: updateAccount,
  sendOobCode: sendActionCode,
} satisfies Readonly<Record<string, Operation>>;

export const CLIENT = {
  ...SHARED,
  signUp,
  signInWithPassword,
  signInWithCustomToken,
  signInWithEmailLink,
  sendVerificationCode,
  signInWithPhoneNumber,
  resetPassword,
  createAuthUri,
} satisfies Readonly<Record<string, Operation>>;

export const SECOND_FACTORS: Readonly<Record<string, Operation>> = {
  'mfaEnrollment:start': startEnrollment,
  'mfaEnrollment:finalize': finishEnrollment,
  'mfaEnrollment:withdraw': withdrawEnrollment,
  'mfaSignIn:start': startSecondFactor,
  'mfaSignIn:finalize': finishSecondFactor,
};

export const PASSKEYS: Readonly<Record<string, Operation>> = {
  'passkeyEnrollment:start': startPasskeyEnrollment,
  'passkeyEnrollment:finalize': finishPasskeyEnrollment,
  'passkeySignIn:start': startPasskeySignIn,
  'passkeySignIn:finalize': finishPasskeySignIn,
};

export const ADMINISTRATOR: Readonly<Record<string, Operation>> = {
  ...SHARED,
  batchDelete: deleteUsers,
  batchCreate: importUsers,
  query: queryUsers,
};
