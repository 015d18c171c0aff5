import type { FormObject } from '../../params/form.ts';
import type { VersionChange } from './version-change.ts';

/** Before, payment mode always created a customer. */
function alwaysCreatesCustomer(form: FormObject): FormObject {
  const isGuest = form.mode === 'payment' && form.customer === undefined;
  return isGuest ? { customer_creation: 'always', ...form } : form;
}

/** Payment mode creates a customer only on request; a session's `shipping` is called `shipping_details`. */
export const CHANGE_OF_2022_08: VersionChange = {
  since: '2022-08-01',
  objects: {
    'checkout.session': (_context, { shipping_details: shipping = null, ...session }) => ({
      ...session,
      shipping,
    }),
  },
  params: { 'POST /v1/checkout/sessions': alwaysCreatesCustomer },
};
