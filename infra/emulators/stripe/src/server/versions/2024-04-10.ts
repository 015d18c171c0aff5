import { isObject, type JsonObject } from '../../description/json.ts';
import type { VersionChange } from '../../kinds/context.ts';
import type { FormObject } from '../../kinds/params/form.ts';

function marketingFeatures({ features, ...rest }: FormObject): FormObject {
  return features === undefined ? rest : { ...rest, marketing_features: features };
}

/** Before, payments were captured before the answer. */
const capturedAtOnce = (form: FormObject): FormObject => ({ capture_method: 'automatic', ...form });

/** They never had the page size and the template, which came with `rendering`. */
function renderingOptions({ rendering }: JsonObject): object | null {
  const shown = isObject(rendering) ? rendering.amount_tax_display : null;
  return shown == null ? null : { amount_tax_display: shown };
}

/** Renames a product's `features`, drops an invoice's `rendering_options`, captures payments asynchronously. */
export const CHANGE_OF_2024_04: VersionChange = {
  since: '2024-04-10',
  objects: {
    product: (_context, { marketing_features: features, ...product }) =>
      features === undefined ? product : { ...product, features },
    invoice: (_context, invoice) => ({ ...invoice, rendering_options: renderingOptions(invoice) }),
  },
  params: {
    'POST /v1/checkout/sessions': (form) => {
      const { mode, payment_intent_data: data = {} } = form;
      if (mode !== 'payment' || typeof data !== 'object') return form;
      return { ...form, payment_intent_data: capturedAtOnce(data) };
    },
    'POST /v1/payment_intents': capturedAtOnce,
    'POST /v1/products': marketingFeatures,
    'POST /v1/products/:id': marketingFeatures,
  },
};
