import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../kinds/context.ts';
import { stateCode } from '../../pages/address-parts.ts';
import { type PageRequest, sendHtml } from '../../pages/send-page.ts';
import { applyCode, setDiscount } from '../apply-code.ts';
import type { CheckoutSession } from '../checkout-entities.ts';
import { changeQuantity, mayChangeTotal, toggleOptional, withAmount } from '../collect-details.ts';
import { repriced } from '../price-lines.ts';
import { collectsShippingAddress, requiresTaxId } from '../session-options.ts';
import { chosenIn } from './amount-field.ts';
import { checkoutPage } from './checkout-page.ts';
import { sessionPath } from './session-text.ts';

/** What a page of a session does. */
export type Action = (
  context: Context,
  session: CheckoutSession,
  reply: FastifyReply,
  request: FastifyRequest<PageRequest>,
) => FastifyReply;

export const orderPages: Readonly<Record<string, Action>> = {
  'POST /code': (context, session, reply, { body }) => {
    const form = new URLSearchParams(body);
    const takesCodes = session.status === 'open' && session.options.shown.allow_promotion_codes === true;
    if (!takesCodes) return toPage(context, reply, session);
    if (form.has('remove')) context.store.transact(() => setDiscount(context, session, null));
    const codeProblem = form.has('remove')
      ? null
      : context.store.transact(() => applyCode(context, session, form.get('code') ?? ''));
    if (codeProblem === null) return toPage(context, reply, session);
    return sendHtml(reply, checkoutPage(context, { session, codeProblem }));
  },
  'POST /quantity': (context, session, reply, { body }) => {
    const form = new URLSearchParams(body);
    const change = { item: form.get('item') ?? '', quantity: Number(form.get('quantity')) };
    if (session.status === 'open') context.store.transact(() => changeQuantity(context, session, change));
    return toPage(context, reply, session);
  },
  'POST /optional': (context, session, reply, { body }) => {
    const price = new URLSearchParams(body).get('price') ?? '';
    if (session.status === 'open') context.store.transact(() => toggleOptional(context, session, price));
    return toPage(context, reply, session);
  },
  // The total for the selected location and shipping method.
  'POST /total': (context, session, reply, { body }) => {
    if (session.status !== 'open' || !mayChangeTotal(session)) return toPage(context, reply, session);
    const form = new URLSearchParams(body);
    const { collected: _, ...asked } = session;
    const chosen = chosenIn(context, session, form);
    const placed = {
      ...(chosen === null ? asked : withAmount(asked, chosen)),
      taxPlace: taxPlaceIn(session, form),
      ...shippingIn(session, form),
    };
    const priced = context.store.transact(() => context.store.sessions.put(repriced(context, placed)));
    return sendHtml(reply, checkoutPage(context, { session: priced }));
  },
};

/** The selected shipping rate, if it is one of those offered. */
function shippingIn({ shipping_options }: CheckoutSession, form: URLSearchParams) {
  const rate = form.get('shipping_rate') ?? '';
  return shipping_options.includes(rate) ? { shipping: { rate } } : {};
}

function taxPlaceIn({ options }: CheckoutSession, form: URLSearchParams) {
  const prefix = collectsShippingAddress(options) ? 'shipping_' : '';
  const country = form.get(`${prefix}country`) ?? '';
  const isBusiness = requiresTaxId(options) || form.has('business');
  return {
    country: country || null,
    state: stateCode(country, (form.get(`${prefix}state`) ?? '').trim()) || null,
    taxIdType: isBusiness && form.get('tax_id') ? form.get('tax_id_type') : null,
  };
}

function toPage(context: Context, reply: FastifyReply, session: CheckoutSession): FastifyReply {
  return reply.redirect(sessionPath(context, session), 303);
}
