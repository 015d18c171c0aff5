import type Stripe from 'stripe';
import type { CheckoutSession } from '../../checkout/checkout-entities.ts';
import { adjustableQuantity, lineItemsParam } from '../../checkout/checkout-line-items.ts';
import { listLineItems, openSession, sessionFields } from '../../checkout/checkout-sessions.ts';
import {
  hasItem,
  lineDiscountsWire,
  lineItemWires,
  lineTaxesWire,
  ofLine,
} from '../../checkout/session-lines.ts';
import { missingParameter, noSuch } from '../../description/api-error.ts';
import { API_VERSION } from '../../description/description.ts';
import { defined, type JsonObject } from '../../description/json.ts';
import type { Context, LookUp } from '../../kinds/context.ts';
import { type Endpoint, post } from '../../kinds/endpoint.ts';
import { finderAmong, newId } from '../../kinds/objects.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, object } from '../../kinds/params/composite.ts';
import { integer, type ReadValue } from '../../kinds/params/reader.ts';
import { url } from '../../kinds/params/texts.ts';
import { type Part, reference } from '../../kinds/part.ts';
import { firstPage, partList } from '../../kinds/read-page.ts';
import { resource } from '../../kinds/resource.ts';
import { linkRoutes } from './link-routes.ts';
import { links as known, type PaymentLink, paymentLinkWire } from './payment-link.ts';

const PATH = '/v1/payment_links';

const { payment_method_options: _options, ...sessionOptions } = sessionFields;

const described = describedParams<Stripe.PaymentLinkUpdateParams>(`POST ${PATH}/:id`, {
  'after_completion[redirect][url]!': url,
  'line_items[adjustable_quantity]': adjustableQuantity,
  'line_items[quantity]': integer(1, 999_999),
  'restrictions[completed_sessions][limit]!': integer(1),
});

const ownFields = described('after_completion', 'inactive_message', 'metadata', 'restrictions');

const createParams = object({ ...sessionOptions, ...ownFields, line_items: lineItemsParam(20) });

const { line_items: _items, shipping_options: _shipping, ...changeable } = sessionOptions;

const updateParams = object({
  ...changeable,
  ...ownFields,
  ...described('active', 'line_items', 'optional_items'),
});

type LineItemChange = NonNullable<ReadValue<typeof updateParams>['line_items']>[number];

const links = resource(PATH, finderAmong('payment link', known), paymentLinkWire, {
  event: 'payment_link',
});

const endpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, params) => {
    const { after_completion, inactive_message, metadata, restrictions, ...given } = params;
    return links.created(context, {
      ...mergeOwn({ after_completion, inactive_message, metadata, restrictions }),
      id: newId('plink'),
      created: context.time.now(),
      active: true,
      customer_creation: given.customer_creation ?? 'if_required',
      prices: (given.line_items ?? []).flatMap(({ price }) => price ?? []),
      given: given as JsonObject,
      template: createTemplate(context, given),
    });
  }),
  links.list({ filters: { active: (link, context) => paymentLinkWire(context, link).active } }),
  links.retrieve,
  post(`${PATH}/:id`, updateParams, (context, { active, line_items: items, ...params }, { id = '' }) => {
    const before = links.find(context, id);
    const { after_completion, inactive_message, metadata, restrictions, ...changes } = params;
    const former = before.given as Given;
    const { optional_items } = changes.optional_items === undefined ? former : changes;
    const line_items = changedItems(before, former, items ?? []);
    const given = { ...former, ...changes, line_items, optional_items: optional_items ?? undefined };
    const template = createTemplate(context, given);
    const kept = template.line_items.map((item, index) => ({
      ...item,
      id: before.template.line_items[index]?.id ?? item.id,
    }));
    return links.updated(context, before, {
      ...before,
      ...mergeOwn({ after_completion, inactive_message, metadata, restrictions }, before),
      active: active ?? before.active,
      customer_creation: given.customer_creation ?? 'if_required',
      given: given as JsonObject,
      template: { ...template, line_items: kept },
    });
  }),
  partList(`${PATH}/:id/line_items`, 'line item', (context, id) =>
    listLineItems(context, links.find(context, id).template),
  ),
];

/** Something of a line item of a link. */
const ofItem =
  (wire: Parameters<typeof ofLine>[3]): LookUp =>
  (context, { id }) => {
    const [link] = known(context.store).newestFirst(({ template }) => hasItem(template, id));
    return ofLine(context, link?.template, id, wire);
  };

export const paymentLinks: Part = {
  endpoints,
  references: { payment_link: reference('payment link', known, paymentLinkWire) },
  fields: {
    'item.discounts': ofItem(lineDiscountsWire),
    'item.taxes': ofItem(lineTaxesWire),
    'payment_link.line_items': (context, { id }) => {
      const items = lineItemWires(context, known(context.store).get(String(id))?.template);
      return firstPage(items, `${PATH}/${id}/line_items`);
    },
  },
  pages: (server, { holding }) =>
    linkRoutes(
      server,
      holding((store, id) => known(store).get(id)),
    ),
};

type Given = Omit<ReadValue<typeof createParams>, keyof typeof ownFields>;

/** The session that a link's parameters lead to. It is taken out of the state again. */
function createTemplate(context: Context, given: Given): CheckoutSession {
  const cause = { ...context.cause, version: API_VERSION };
  const mode = decideMode(context, given);
  const template = openSession({ ...context, cause }, { ...given, mode, success_url: 'https://example.com' });
  context.store.sessions.delete(template.id);
  return template;
}

function decideMode({ store }: Context, { line_items: items = [] }: Given): 'payment' | 'subscription' {
  const recurs = items.some(({ price, price_data: data }) =>
    price === undefined ? data?.recurring !== undefined : store.prices.get(price)?.recurring != null,
  );
  return recurs ? 'subscription' : 'payment';
}

type Own = Pick<ReadValue<typeof createParams>, keyof typeof ownFields>;

/** What is not given stays as it is. */
function mergeOwn({ after_completion: after, inactive_message, metadata, restrictions }: Own, before = NEW) {
  const limit = restrictions === null ? null : restrictions?.completed_sessions.limit;
  return {
    ...before,
    ...defined({ after_completion: after && readCompletion(after), inactive_message, limit }),
    metadata: changedMetadata(before.metadata, metadata),
  };
}

function readCompletion({
  hosted_confirmation,
  redirect,
  type,
}: NonNullable<Own['after_completion']>): PaymentLink['after_completion'] {
  if (type === 'hosted_confirmation') return confirmation(hosted_confirmation?.custom_message);
  if (redirect === undefined) throw missingParameter('after_completion[redirect]');
  return { redirect, type };
}

function confirmation(custom_message: string | null = null): PaymentLink['after_completion'] {
  return { hosted_confirmation: { custom_message }, type: 'hosted_confirmation' };
}

const NEW: Pick<PaymentLink, 'after_completion' | 'inactive_message' | 'limit' | 'metadata'> = {
  after_completion: confirmation(),
  inactive_message: null,
  limit: null,
  metadata: {},
};

/** Prices stay; their quantities can change. Prices given inline exist by now. */
function changedItems(
  { template }: PaymentLink,
  { line_items: former = [] }: Given,
  changes: readonly LineItemChange[],
): NonNullable<Given['line_items']> {
  for (const [index, { id }] of changes.entries()) {
    if (template.line_items.some((item) => item.id === id)) continue;
    throw noSuch('line item', id, `line_items[${index}][id]`);
  }
  return former.map((item, index) => {
    const change = changes.find(({ id }) => id === template.line_items[index]?.id);
    return {
      ...item,
      ...(change && { quantity: change.quantity ?? item.quantity }),
      ...readAdjustable(change),
    };
  });
}

const readAdjustable = (change: LineItemChange | undefined) =>
  change?.adjustable_quantity === undefined ? {} : { adjustable_quantity: change.adjustable_quantity };
