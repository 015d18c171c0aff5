import { exclusiveParameters } from '../../description/api-error.ts';
import type { VersionChange } from '../../kinds/context.ts';
import type { FormObject } from '../../kinds/params/form.ts';

function allowedTypes({ payment_method_types: types, ...rest }: FormObject): FormObject {
  if (types === undefined) return rest;
  if (rest.allowed_payment_method_types === undefined)
    return { ...rest, allowed_payment_method_types: types };
  throw exclusiveParameters('allowed_payment_method_types, payment_method_types', 'payment_method_types');
}

const anchorObject = ({ billing_cycle_anchor: anchor, ...rest }: FormObject): FormObject =>
  typeof anchor === 'string'
    ? { ...rest, billing_cycle_anchor: { type: anchor } }
    : { ...rest, ...(anchor && { billing_cycle_anchor: anchor }) };

/** Previews of new subscriptions take a time too. */
const previewAnchor = ({ billing_cycle_anchor: anchor, ...rest }: FormObject): FormObject =>
  typeof anchor === 'object' && /^\d+$/.test(String(anchor.type))
    ? { ...rest, billing_cycle_anchor: { timestamp: anchor.type ?? '', type: 'timestamp' } }
    : { ...rest, ...(anchor && { billing_cycle_anchor: anchor }) };

const anchorInDetails = ({ subscription_details: details, ...rest }: FormObject): FormObject =>
  typeof details === 'object'
    ? { ...rest, subscription_details: previewAnchor(anchorObject(details)) }
    : { ...rest, ...(details && { subscription_details: details }) };

/**
 * Renames `payment_method_types` when creating payments; `billing_cycle_anchor` becomes an object on updates.
 */
export const ENDIVE: VersionChange = {
  since: '2026-09-30.endive',
  objects: {},
  params: {
    'POST /v1/checkout/sessions': allowedTypes,
    'GET /v1/invoices/upcoming': anchorInDetails,
    'POST /v1/invoices/create_preview': anchorInDetails,
    'POST /v1/payment_intents': allowedTypes,
    'POST /v1/setup_intents': allowedTypes,
    'POST /v1/subscriptions/:id': anchorObject,
    'POST /v1/subscriptions/:id/resume': anchorObject,
  },
};
