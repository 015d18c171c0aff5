import { chargeWire } from '../../wire/charge-wire.ts';
import { refundWire } from '../../wire/refund-wire.ts';
import type { VersionChange } from './version-change.ts';

const listOf = (data: object[], url: string) => ({ object: 'list', data, has_more: false, url });

/** Lists of charges and refunds are not included in their parent objects. */
export const CHANGE_OF_2022_11: VersionChange = {
  since: '2022-11-15',
  objects: {
    payment_intent: ({ store }, intent) => {
      const charges = store.charges.newestFirst((charge) => charge.paymentIntent === intent.id);
      const url = `/v1/charges?payment_intent=${intent.id}`;
      return { ...intent, charges: listOf(Array.from(charges, chargeWire), url) };
    },
    charge: ({ store }, charge) => {
      const refunds = store.refunds.newestFirst((refund) => refund.charge === charge.id);
      return {
        ...charge,
        refunds: listOf(Array.from(refunds, refundWire), `/v1/charges/${charge.id}/refunds`),
      };
    },
  },
};
