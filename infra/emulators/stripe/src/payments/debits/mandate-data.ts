import { missingParameter } from '../../description/api-error.ts';
import { object } from '../../kinds/params/composite.ts';
import { integer, oneOf, optional, type Reader, text } from '../../kinds/params/reader.ts';
import type { Acceptance } from './make-mandate.ts';

const fields = object({
  customer_acceptance: object({
    accepted_at: optional(integer()),
    offline: optional(object({})),
    online: optional(object({ ip_address: optional(text()), user_agent: optional(text()) })),
    type: oneOf('offline', 'online'),
  }),
});

/** How the customer accepted a mandate. Undefined parts of an online acceptance are not known. */
export const mandateData: Reader<Acceptance> = (value, name) => {
  const { accepted_at = null, online, type } = fields(value, name).customer_acceptance;
  if (type === 'offline') return { accepted_at, online: null };
  if (online === undefined) throw missingParameter(`${name}[customer_acceptance][online]`);
  return {
    accepted_at,
    online: { ipAddress: online.ip_address ?? null, userAgent: online.user_agent ?? null },
  };
};
