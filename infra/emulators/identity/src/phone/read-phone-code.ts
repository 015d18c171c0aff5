import type { Context } from '../context.ts';
import type { PhonePurpose } from '../state/phone-verifications.ts';
import type { Fields } from '../wire/fields.ts';

/** The phone number verified by `sessionInfo` and `code` in a request. */
export function readPhoneCode({ phones }: Context, fields: Fields, purpose: PhonePurpose): string {
  const sessionInfo = fields.required('sessionInfo', 'MISSING_SESSION_INFO');
  const code = fields.required('code', 'MISSING_CODE');
  return phones.redeem(sessionInfo, code, purpose);
}
