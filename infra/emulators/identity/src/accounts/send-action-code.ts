import { randomBytes } from 'node:crypto';
import type { Caller, Context } from '../context.ts';
import { badRequest, notImplemented } from '../errors/api-error.ts';
import type { ActionCode, ActionType } from '../state/action-code.ts';
import type { User } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';
import { requireEmail } from './email-address.ts';
import { requireSignedIn } from './session.ts';

const KIND = 'identitytoolkit#GetOobConfirmationCodeResponse';

/** In the links of emails. */
export const MODES: Readonly<Record<ActionType, string>> = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
  EMAIL_SIGNIN: 'signIn',
  REVERT_SECOND_FACTOR_ADDITION: 'revertSecondFactorAddition',
};

/** In the order of their enum values in the service's API. */
const REQUEST_TYPES = [
  'OOB_REQ_TYPE_UNSPECIFIED',
  'PASSWORD_RESET',
  'OLD_EMAIL_AGREE',
  'NEW_EMAIL_ACCEPT',
  'VERIFY_EMAIL',
  'RECOVER_EMAIL',
  'EMAIL_SIGNIN',
  'VERIFY_AND_CHANGE_EMAIL',
  'REVERT_SECOND_FACTOR_ADDITION',
];

type Recipient = Pick<ActionCode, 'localId' | 'email' | 'newEmail' | 'mfaEnrollmentId'>;

interface Addressee extends Recipient {
  /** Nothing is sent, and the response does not reveal it. */
  readonly isNobody?: boolean;
}

/** Records an email instead of sending it. An administrator can request the code in the response. */
export function sendActionCode(context: Context, body: Fields, caller: Caller): object {
  const type = body.enumeration('requestType', REQUEST_TYPES);
  if (type === undefined || type === 'OOB_REQ_TYPE_UNSPECIFIED') throw badRequest('MISSING_REQ_TYPE');
  const wantsLink = body.flag('returnOobLink') === true;
  if (wantsLink && !caller.privileged) throw badRequest('INSUFFICIENT_PERMISSION');
  const continueUrl = body.text('continueUrl');
  if (continueUrl) rejectForeign(context, continueUrl);
  rejectLinkDomain(context, body);
  const byAdministrator = caller.privileged && !body.has('idToken');
  const { isNobody, ...recipient } = findRecipient(context, type, body, byAdministrator);
  const answer = { kind: KIND, email: recipient.email };
  if (isNobody) return answer;
  const { code, link } = createActionCode(context, type as ActionType, recipient, continueUrl);
  return wantsLink ? { ...answer, oobCode: code, oobLink: link } : answer;
}

function rejectForeign({ project }: Context, continueUrl: string): void {
  const url = URL.parse(continueUrl);
  if (url === null) {
    throw badRequest('INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))');
  }
  const { authorizedDomains } = project.config;
  if (authorizedDomains !== undefined && !authorizedDomains.includes(url.hostname)) {
    throw badRequest('UNAUTHORIZED_DOMAIN : Domain not allowlisted by project');
  }
}

/** Links are always the emulator's own. The official emulator ignores both settings. */
function rejectLinkDomain({ project, permissive }: Context, body: Fields): void {
  const domain = body.text('linkDomain');
  if (permissive) return;
  if (body.has('dynamicLinkDomain')) throw badRequest('INVALID_DYNAMIC_LINK_DOMAIN');
  if (domain === undefined) return;
  const { projectId } = project;
  if (![`${projectId}.firebaseapp.com`, `${projectId}.web.app`].includes(domain))
    throw badRequest(
      'INVALID_HOSTING_LINK_DOMAIN : The provided hosting link domain is not configured in Firebase Hosting or is not owned by the current project. This cannot be a default hosting domain (web.app or firebaseapp.com).',
    );
  throw notImplemented('linkDomain, a link on a domain of Firebase Hosting');
}

/** Mails the first of a user's addresses a code that takes a change of address back. */
export function sendRecovery(
  context: Context,
  { localId, initialEmail }: User,
  former: string,
  newEmail: string | undefined,
): void {
  createActionCode(context, 'RECOVER_EMAIL', { localId, email: initialEmail ?? former, newEmail });
}

export function createActionCode(
  { project, actionUrl, language: lang = 'en' }: Context,
  type: ActionType,
  recipient: Recipient,
  continueUrl?: string,
): ActionCode {
  const code = randomBytes(40).toString('base64url');
  const url = new URL(actionUrl());
  const { apiKey, tenantId } = project;
  const parameters = { mode: MODES[type], lang, oobCode: code, apiKey, continueUrl, tenantId };
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value);
  const entry: ActionCode = { code, type, ...recipient, link: url.href, createdAt: project.now() };
  project.addCode(entry);
  return entry;
}

function findRecipient(context: Context, type: string, body: Fields, byAdministrator: boolean): Addressee {
  const { project } = context;
  const { enableImprovedEmailPrivacy: emailPrivacy } = project.config.emailPrivacyConfig;
  switch (type) {
    case 'EMAIL_SIGNIN':
      if (project.config.signIn.email.passwordRequired) throw badRequest('OPERATION_NOT_ALLOWED');
      return { email: requireEmail(body) };
    case 'PASSWORD_RESET': {
      const email = requireEmail(body);
      const user = project.users.byEmail(email);
      if (user !== undefined) return { localId: user.localId, email };
      if (emailPrivacy) return { email, isNobody: true };
      throw badRequest('EMAIL_NOT_FOUND');
    }
    case 'VERIFY_EMAIL':
      if (!byAdministrator && !body.has('idToken')) throw badRequest('INVALID_ID_TOKEN');
      return requireAddress(userFor(context, body, byAdministrator));
    case 'VERIFY_AND_CHANGE_EMAIL': {
      const newEmail = requireEmail(body, 'newEmail', 'MISSING_NEW_EMAIL', 'INVALID_NEW_EMAIL');
      const recipient = requireAddress(userFor(context, body, byAdministrator));
      const isTaken = project.users.byEmail(newEmail) !== undefined;
      if (isTaken && !emailPrivacy) throw badRequest('EMAIL_EXISTS');
      return { ...recipient, newEmail, isNobody: isTaken };
    }
    default:
      throw notImplemented(`emails of type ${type.slice(0, 40)}`);
  }
}

function userFor(context: Context, body: Fields, byAdministrator: boolean): User {
  if (!byAdministrator) return requireSignedIn(context, body).user;
  const user = context.project.users.byEmail(requireEmail(body));
  if (user === undefined) throw badRequest('USER_NOT_FOUND');
  return user;
}

function requireAddress({ localId, email }: User): Recipient {
  if (email === undefined) throw badRequest('MISSING_EMAIL');
  return { localId, email };
}
