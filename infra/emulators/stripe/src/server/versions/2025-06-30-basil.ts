import { invalidRequest } from '../../description/api-error.ts';
import type { JsonObject } from '../../description/json.ts';
import type { Context, VersionChange } from '../../kinds/context.ts';
import type { FormObject, FormValue } from '../../kinds/params/form.ts';

const withoutMode = (_context: Context, { billing_mode, ...rest }: JsonObject): JsonObject => rest;

/** Rejects the billing mode in `parent`, or at the top level. */
function rejectMode(parent?: string): (form: FormObject) => FormObject {
  return (form) => {
    const holder: FormValue | undefined = parent === undefined ? form : form[parent];
    if (typeof holder !== 'object' || holder.billing_mode === undefined) return form;
    const param = parent === undefined ? 'billing_mode' : `${parent}[billing_mode]`;
    const details = { code: 'parameter_unknown', param, isOfLaterVersion: true };
    throw invalidRequest(`Received unknown parameter: ${param}`, details);
  };
}

/** Adds the billing mode. */
export const BASIL_OF_JUNE: VersionChange = {
  since: '2025-06-30.basil',
  objects: { subscription: withoutMode, subscription_schedule: withoutMode },
  params: {
    'GET /v1/invoices/upcoming': rejectMode('subscription_details'),
    'POST /v1/checkout/sessions': rejectMode('subscription_data'),
    'POST /v1/invoices/create_preview': rejectMode('subscription_details'),
    'POST /v1/subscription_schedules': rejectMode(),
    'POST /v1/subscriptions': rejectMode(),
    'POST /v1/subscriptions/:id/migrate': rejectMode(),
  },
};
