import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { seal, unseal } from '../tokens/sealed-token.ts';

const LIFETIME_SECONDS = 3600;
const PURPOSE = 'phone-proof';

interface Proof {
  readonly phoneNumber: string;
  readonly exp: number;
}

/** Proves a verified phone number. A client that could not link the number may sign in with it instead. */
export function temporaryProof({ project, keys }: Context, phoneNumber: string): object {
  const proof: Proof = { phoneNumber, exp: project.nowSeconds() + LIFETIME_SECONDS };
  return {
    phoneNumber,
    temporaryProof: seal(keys.findSecret(project), PURPOSE, proof),
    temporaryProofExpiresIn: String(LIFETIME_SECONDS),
  };
}

/** Throws INVALID_TEMPORARY_PROOF unless the proof is for this number and unexpired. */
export function verifyTemporaryProof({ project, keys }: Context, text: string, phoneNumber: string): void {
  const proof = unseal(keys.findSecret(project), PURPOSE, text) as Proof | undefined;
  if (proof?.phoneNumber !== phoneNumber || proof.exp <= project.nowSeconds()) {
    throw badRequest('INVALID_TEMPORARY_PROOF');
  }
}
