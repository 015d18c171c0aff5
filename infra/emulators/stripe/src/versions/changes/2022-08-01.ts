import type { FormObject } from '../../params/form.ts';
import type { VersionChange } from './version-change.ts';

/** A payment left a customer behind, whether or not anybody needed one. */
function alwaysCreatesCustomer(form: FormObject): FormObject {
  const isGuest = form.mode === 'payment' && form.customer === undefined;
  return isGuest ? { customer_creation: 'always', ...form } : form;
}

/** A checkout in payment mode creates a customer only on request. */
export const CHANGE_OF_2022_08: VersionChange = {
  since: '2022-08-01',
  objects: {},
  params: { 'POST /v1/checkout/sessions': alwaysCreatesCustomer },
};
