import type Stripe from 'stripe';
import type { Context } from '../../kinds/context.ts';
import type { Endpoint } from '../../kinds/endpoint.ts';
import { emit, finder, newId } from '../../kinds/objects.ts';
import { OF_CHARGE, resource } from '../../kinds/resource.ts';
import { shown } from '../../kinds/store/kind-type.ts';
import type { Charge } from '../payment-entities.ts';
import type { FraudWarning } from './dispute.ts';

/** A warning asks for something until the charge is disputed or fully refunded. */
function isActionable(charge: Charge | undefined): boolean {
  return charge !== undefined && !charge.disputed && charge.amount_refunded < charge.amount;
}

const show = shown<Stripe.Radar.EarlyFraudWarning>('radar.early_fraud_warning', { fraud_type: 'misc' });

function fraudWarningWire({ store }: Context, warning: FraudWarning): Stripe.Radar.EarlyFraudWarning {
  return show(warning, { actionable: isActionable(store.charges.get(warning.charge)) });
}

export function warnOfFraud(context: Context, { id: charge, payment_intent }: Charge): void {
  const warning = context.store.fraudWarnings.put({
    id: newId('issfr'),
    created: context.time.now(),
    charge,
    ...(payment_intent !== null && { payment_intent }),
  });
  emit(context, 'radar.early_fraud_warning.created', fraudWarningWire(context, warning));
}

/** Announces that a refund or dispute of a charge leaves nothing to do about its warning. */
export function settleWarning(context: Context, before: Charge, after: Charge): void {
  if (!isActionable(before) || isActionable(after)) return;
  const [warning] = context.store.fraudWarnings.where('charge', after.id);
  if (warning === undefined) return;
  emit(context, 'radar.early_fraud_warning.updated', fraudWarningWire(context, warning), {
    actionable: true,
  });
}

const PATH = '/v1/radar/early_fraud_warnings';

const warnings = resource(PATH, finder('early fraud warning', 'fraudWarnings'), fraudWarningWire);

export const fraudWarningEndpoints: readonly Endpoint[] = [
  warnings.list({ filters: OF_CHARGE }),
  warnings.retrieve,
];
