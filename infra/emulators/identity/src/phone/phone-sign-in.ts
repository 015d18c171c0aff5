import { parsePhone } from '../accounts/administrator-fields.ts';
import { rejectDisabled, requireSignedIn, startSession } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { PhonePurpose } from '../state/phone-verifications.ts';
import type { Project } from '../state/project.ts';
import { newUser, type User } from '../state/user.ts';
import { seal, unseal } from '../tokens/sealed-token.ts';
import type { Fields } from '../wire/fields.ts';

/** Records a code instead of sending it; tools read the list of codes. Requires no reCAPTCHA. */
export function sendVerificationCode({ project, phones }: Context, body: Fields): object {
  requirePhoneSignIn(project);
  const phoneNumber = parsePhone(body.text('phoneNumber') ?? '');
  const user = project.users.byPhone(phoneNumber);
  if (user !== undefined) rejectSecondFactors(user);
  return { sessionInfo: phones.start(phoneNumber, 'sign-in') };
}

/** Signs in with a verified phone number, or links it to the signed-in user. */
export async function signInWithPhoneNumber(context: Context, body: Fields): Promise<object> {
  const { project } = context;
  requirePhoneSignIn(project);
  const linked = body.has('idToken') ? requireSignedIn(context, body).user : undefined;
  const phoneNumber = verifiedNumber(context, body);
  const holder = project.users.byPhone(phoneNumber);
  if (linked !== undefined && holder !== undefined && holder.localId !== linked.localId) {
    if (body.has('temporaryProof')) throw badRequest('PHONE_NUMBER_EXISTS');
    return temporaryProof(context, phoneNumber);
  }
  const known = linked ?? holder;
  if (known === undefined && body.text('operation') === 'REAUTH') throw badRequest('USER_NOT_FOUND');
  if (known !== undefined) {
    rejectDisabled(known);
    rejectSecondFactors(known);
  }
  const user = known ?? newUser(project.newLocalId(), project.now());
  const { localId } = project.saveUser({ ...user, phoneNumber });
  const tokens = await startSession(context, localId, 'phone');
  return { isNewUser: known === undefined, phoneNumber, localId, ...tokens };
}

function requirePhoneSignIn({ tenantId, config }: Project): void {
  if (tenantId !== undefined) throw badRequest('UNSUPPORTED_TENANT_OPERATION');
  if (!config.signIn.phoneNumber.enabled) throw badRequest('OPERATION_NOT_ALLOWED');
}

/** A user cannot use phones as both first and second factors. */
function rejectSecondFactors({ secondFactors }: User): void {
  if (secondFactors.length === 0) return;
  throw badRequest(
    'UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user.',
  );
}

function verifiedNumber(context: Context, body: Fields): string {
  const proof = body.text('temporaryProof');
  if (!proof) return readPhoneCode(context, body, 'sign-in');
  const phoneNumber = body.required('phoneNumber', 'MISSING_PHONE_NUMBER');
  verifyTemporaryProof(context, proof, phoneNumber);
  return phoneNumber;
}

/** The phone number verified by `sessionInfo` and `code` in a request. */
export function readPhoneCode({ phones }: Context, fields: Fields, purpose: PhonePurpose): string {
  const sessionInfo = fields.required('sessionInfo', 'MISSING_SESSION_INFO');
  const code = fields.required('code', 'MISSING_CODE');
  return phones.redeem(sessionInfo, code, purpose);
}

const LIFETIME_SECONDS = 3600;
const PURPOSE = 'phone-proof';

interface Proof {
  readonly phoneNumber: string;
  readonly exp: number;
}

/** Proves a verified phone number. A client that could not link the number may sign in with it instead. */
function temporaryProof({ project, keys }: Context, phoneNumber: string): object {
  const proof: Proof = { phoneNumber, exp: project.nowSeconds() + LIFETIME_SECONDS };
  return {
    phoneNumber,
    temporaryProof: seal(keys.findSecret(project), PURPOSE, proof),
    temporaryProofExpiresIn: String(LIFETIME_SECONDS),
  };
}

/** Throws INVALID_TEMPORARY_PROOF unless the proof is for this number and unexpired. */
function verifyTemporaryProof({ project, keys }: Context, text: string, phoneNumber: string): void {
  const proof = unseal(keys.findSecret(project), PURPOSE, text) as Proof | undefined;
  if (proof?.phoneNumber !== phoneNumber || proof.exp <= project.nowSeconds()) {
    throw badRequest('INVALID_TEMPORARY_PROOF');
  }
}
