import type { VersionChange } from '../../kinds/context.ts';
import { embeddedList } from '../../kinds/read-page.ts';
import { chargeWire } from '../../payments/charge.ts';
import { refundWire } from '../../payments/refund.ts';

/** Lists of charges and refunds are not included in their parent objects. */
export const CHANGE_OF_2022_11: VersionChange = {
  since: '2022-11-15',
  objects: {
    payment_intent: (context, intent) => {
      const charges = context.store.charges.where('payment_intent', String(intent.id));
      const url = `/v1/charges?payment_intent=${intent.id}`;
      const wire = Array.from(charges, (charge) => chargeWire(context, charge));
      return { ...intent, charges: embeddedList(wire, url) };
    },
    charge: ({ store }, charge) => {
      const refunds = store.refunds.where('charge', String(charge.id));
      return {
        ...charge,
        refunds: embeddedList(Array.from(refunds, refundWire), `/v1/charges/${charge.id}/refunds`),
      };
    },
  },
};
