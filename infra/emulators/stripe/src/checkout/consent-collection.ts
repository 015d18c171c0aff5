import { object } from '../kinds/params/composite.ts';
import { oneOf, optional, type ReadValue } from '../kinds/params/reader.ts';
import type { ConsentCollection } from './custom-fields.ts';

export const consentCollectionParam = optional(
  object({
    payment_method_reuse_agreement: optional(object({ position: oneOf('auto', 'hidden') })),
    promotions: optional(oneOf('auto', 'none')),
    terms_of_service: optional(oneOf('none', 'required')),
  }),
);

/** Null if the session collects no consent. */
export function readConsentCollection(
  given: ReadValue<typeof consentCollectionParam>,
): ConsentCollection | null {
  if (given === undefined) return null;
  return {
    promotions: given.promotions ?? 'none',
    terms_of_service: given.terms_of_service ?? 'none',
    reuseAgreement: given.payment_method_reuse_agreement?.position ?? null,
  };
}
