import type { Context } from '../../kinds/context.ts';
import { object } from '../../kinds/params/composite.ts';
import { metadata } from '../../kinds/params/metadata.ts';
import { flag, oneOf, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { billingModeParam } from './billing-mode-param.ts';
import { phasesParam } from './schedule-phases.ts';
import { automatically, moment } from './subscription-params.ts';
import { namedMethod } from './subscription-payment.ts';

const defaultSettings = object({
  billing_cycle_anchor: optional(oneOf('automatic')),
  collection_method: optional(automatically),
  default_payment_method: optional(text()),
});

const common = {
  default_settings: optional(defaultSettings),
  end_behavior: optional(oneOf('cancel', 'release')),
  metadata,
  phases: optional(phasesParam),
} as const;

export const createParams = object({
  ...common,
  billing_mode: billingModeParam,
  customer: optional(text()),
  from_subscription: optional(text()),
  start_date: optional(moment),
});

export const updateParams = object({
  ...common,
  proration_behavior: optional(oneOf('always_invoice', 'create_prorations', 'none')),
});

export const cancelParams = object({ invoice_now: optional(flag), prorate: optional(flag) });
export const releaseParams = object({ preserve_cancel_date: optional(flag) });

export type CreateSchedule = ReadValue<typeof createParams>;
export type UpdateSchedule = ReadValue<typeof updateParams>;

export function readDefaultMethod(
  context: Context,
  { default_settings: settings }: Pick<UpdateSchedule, 'default_settings'>,
  customer: string,
): string | null | undefined {
  const param = 'default_settings[default_payment_method]';
  return namedMethod(context, settings?.default_payment_method, customer, param);
}
