import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { ActionCode } from '../state/action-code.ts';
import type { SecondFactor, User } from '../state/user.ts';
import { sendRecovery } from './send-action-code.ts';
import { rejectDisabled } from './session.ts';

export interface AppliedCode {
  readonly user: User;
  readonly newEmail?: string | undefined;
}

/** Applies an emailed code. The code works once, and is consumed even if the change is rejected. */
export function applyActionCode(context: Context, text: string): AppliedCode {
  const { project, permissive } = context;
  const code = project.requireCode(text);
  const applied = findChange(context, code);
  project.removeCode(text);
  project.saveUser(applied.user);
  // The official emulator emails the old address only when the change was not confirmed at the new one.
  if (code.type === 'VERIFY_AND_CHANGE_EMAIL' && !permissive) {
    sendRecovery(context, applied.user, code.email, applied.newEmail);
  }
  return applied;
}

function findChange(context: Context, code: ActionCode): AppliedCode {
  const user = requireOwner(context, code);
  const validSince = context.project.nowSeconds();
  const isKept = ({ mfaEnrollmentId }: SecondFactor) => mfaEnrollmentId !== code.mfaEnrollmentId;
  switch (code.type) {
    case 'VERIFY_EMAIL':
      return { user: { ...user, emailVerified: true } };
    case 'VERIFY_AND_CHANGE_EMAIL': {
      const { newEmail: email } = code;
      const initialEmail = user.initialEmail ?? user.email;
      return { user: { ...user, email, emailVerified: true, initialEmail, validSince }, newEmail: email };
    }
    case 'RECOVER_EMAIL':
      return {
        user: { ...user, email: code.email, emailVerified: true, initialEmail: undefined, validSince },
      };
    case 'REVERT_SECOND_FACTOR_ADDITION':
      return { user: { ...user, secondFactors: user.secondFactors.filter(isKept) } };
    default:
      throw badRequest('INVALID_OOB_CODE');
  }
}

/** The user whose code it is. Throws for one who is gone or disabled, and if what the code is about has changed since. */
export function requireOwner({ project: { users } }: Context, code: ActionCode): User {
  if (code.type === 'EMAIL_SIGNIN') throw badRequest('INVALID_OOB_CODE');
  const user = code.localId === undefined ? undefined : users.byId(code.localId);
  if (user === undefined) throw badRequest('EMAIL_NOT_FOUND');
  rejectDisabled(user);
  const isOutdated =
    code.type === 'REVERT_SECOND_FACTOR_ADDITION'
      ? !user.secondFactors.some(({ mfaEnrollmentId }) => mfaEnrollmentId === code.mfaEnrollmentId)
      : code.type !== 'RECOVER_EMAIL' && user.email !== code.email;
  if (isOutdated) throw badRequest('INVALID_OOB_CODE');
  return user;
}
