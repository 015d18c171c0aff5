import { maximumCharge, minimumCharge } from '../../kinds/chargeable.ts';
import type { Context } from '../../kinds/context.ts';
import { decimalsOf, money } from '../../kinds/money.ts';
import type { AskedField } from '../../pages/asked-field.ts';
import { amountIn, answerProblem } from '../../pages/browser-scripts/answer-rules.ts';
import { type CheckoutSession, chosenItem } from '../checkout-entities.ts';
import { itemPrice } from '../price-lines.ts';

/** The field for what the visitor chooses to pay, if the price leaves it to them. */
export function amountFields({ store }: Context, session: CheckoutSession): readonly AskedField[] {
  const item = chosenItem(session);
  if (item === undefined) return [];
  const { currency, custom_unit_amount: custom } = itemPrice(store, item, session.currency);
  const decimals = decimalsOf(currency);
  const written = (amount: number) => (amount / 10 ** decimals).toFixed(decimals);
  const { maximum = null, minimum = null } = custom ?? {};
  const [least, most] = [minimum ?? minimumCharge(currency), maximum ?? maximumCharge(currency)];
  const upTo = maximum === null ? '' : ` and at most ${money(most, currency)}`;
  const problem = `Enter at least ${money(least, currency)}${upTo}.`;
  const field: AskedField = {
    name: 'amount',
    label: `Amount (${currency.toUpperCase()})`,
    rule: {
      kind: 'amount',
      optional: false,
      minimum: null,
      maximum: null,
      amount: { decimals, least, most, problem },
    },
    value: item.chosenAmount ? written(item.chosenAmount) : '',
    example: written(least),
    group: 'contact',
  };
  return [field];
}

/** The amount that a form names, in the currency's smallest unit; null if there is none, or none that is allowed. */
export function chosenIn(context: Context, session: CheckoutSession, form: URLSearchParams): number | null {
  const [field] = amountFields(context, session);
  const given = form.get('amount') ?? '';
  if (field === undefined || answerProblem(field.rule, given) !== undefined) return null;
  return amountIn(given, field.rule.amount?.decimals ?? 2);
}
