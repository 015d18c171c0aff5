import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { ActionCode } from '../state/action-code.ts';
import type { User } from '../state/user.ts';
import { createActionCode } from './send-action-code.ts';

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
    createActionCode(context, 'RECOVER_EMAIL', { email: applied.user.initialEmail ?? code.email });
  }
  return applied;
}

function findChange({ project }: Context, code: ActionCode): AppliedCode {
  const { users } = project;
  switch (code.type) {
    case 'VERIFY_EMAIL':
      return { user: { ...requireUser(users.byEmail(code.email)), emailVerified: true } };
    case 'VERIFY_AND_CHANGE_EMAIL': {
      const user = requireUser(users.byEmail(code.email));
      const { newEmail } = code;
      return {
        user: {
          ...user,
          email: newEmail,
          emailVerified: true,
          initialEmail: user.initialEmail ?? user.email,
          validSince: project.nowSeconds(),
        },
        newEmail,
      };
    }
    case 'RECOVER_EMAIL': {
      const user = requireUser([...users.all()].find(({ initialEmail }) => initialEmail === code.email));
      const validSince = project.nowSeconds();
      return {
        user: { ...user, email: code.email, emailVerified: true, initialEmail: undefined, validSince },
      };
    }
    default:
      throw badRequest('INVALID_OOB_CODE');
  }
}

function requireUser(user: User | undefined): User {
  if (user === undefined) throw badRequest('INVALID_OOB_CODE');
  return user;
}
