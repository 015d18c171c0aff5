import type { VersionChange } from '../../kinds/context.ts';
import type { FormObject } from '../../kinds/params/form.ts';

const cardsAlone = (form: FormObject): FormObject => ({
  automatic_payment_methods: { enabled: 'false' },
  ...form,
});

/** Payments and setups take all payment methods of the account by default; before, cards alone. */
export const CHANGE_OF_2023_08: VersionChange = {
  since: '2023-08-16',
  objects: {},
  params: { 'POST /v1/payment_intents': cardsAlone, 'POST /v1/setup_intents': cardsAlone },
};
