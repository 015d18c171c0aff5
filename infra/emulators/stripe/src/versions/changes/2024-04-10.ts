import type { FormObject } from '../../params/form.ts';
import type { VersionChange } from './version-change.ts';

function marketingFeatures({ features, ...rest }: FormObject): FormObject {
  return features === undefined ? rest : { ...rest, marketing_features: features };
}

/** Before, payments were captured before the answer. */
const capturedAtOnce = (form: FormObject): FormObject => ({ capture_method: 'automatic', ...form });

/** Renames a product's `features` and an invoice's `rendering_options`; captures payments asynchronously. */
export const CHANGE_OF_2024_04: VersionChange = {
  since: '2024-04-10',
  objects: {
    product: (_context, { marketing_features: features, ...product }) =>
      features === undefined ? product : { ...product, features },
    invoice: (_context, { rendering, ...invoice }) => ({ ...invoice, rendering_options: rendering ?? null }),
  },
  params: {
    'POST /v1/payment_intents': capturedAtOnce,
    'POST /v1/products': marketingFeatures,
    'POST /v1/products/:id': marketingFeatures,
  },
};
