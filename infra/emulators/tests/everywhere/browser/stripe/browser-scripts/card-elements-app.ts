import {
  loadStripe,
  type Stripe,
  type StripeCardElement,
  type StripeCardNumberElement,
  type StripeElements,
  type StripeError,
} from '@stripe/stripe-js';

/**
 * The page of an application that collects cards without a Payment Element, as many do. The query says what the
 * button does with the card, and the status element says how that ended.
 */
const asked = new URLSearchParams(location.search);
const secret = asked.get('intent') ?? '';
const status = document.querySelector('[role=status]');

function say(text: string): void {
  if (status !== null) status.textContent = text;
}

const HOLDER = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+15550100',
  address: { line1: '1 Main St', country: 'US' },
};

type CardPart = StripeCardElement | StripeCardNumberElement;
type Result = Readonly<Record<string, unknown>> & { readonly error?: StripeError | undefined };

const ACTIONS: Readonly<Record<string, (stripe: Stripe, card: CardPart) => Promise<object>>> = {
  confirm: (stripe, card) =>
    stripe.confirmCardPayment(secret, {
      payment_method: { card, billing_details: HOLDER, metadata: { seat: '7' } },
      receipt_email: 'ada@example.com',
      setup_future_usage: 'off_session',
      shipping: { name: 'Ada', address: { line1: '2 Main St', country: 'US' } },
    }),
  leaveActions: (stripe, card) =>
    stripe.confirmCardPayment(secret, { payment_method: { card } }, { handleActions: false }),
  setUp: (stripe, card) =>
    stripe.confirmCardSetup(secret, { payment_method: { card, billing_details: HOLDER } }),
  saved: (stripe) => stripe.confirmCardPayment(secret, { payment_method: String(asked.get('method')) }),
  attached: (stripe) => stripe.confirmCardPayment(secret),
  readyMade: (stripe) =>
    stripe.confirmCardPayment(secret, { payment_method: { card: { token: 'tok_mastercard' } } }),
  savedWithoutElement: (stripe) =>
    stripe.confirmPayment({
      clientSecret: secret,
      confirmParams: { payment_method: String(asked.get('method')), return_url: location.href },
      redirect: 'if_required',
    }),
  method: (stripe, card) => stripe.createPaymentMethod({ type: 'card', card, billing_details: HOLDER }),
  methodOfFormerReleases: (stripe, card) =>
    (stripe as unknown as OfFormerReleases).createPaymentMethod('card', card, { billing_details: HOLDER }),
  token: (stripe, card) => stripe.createToken(card, { name: 'Ada Lovelace', address_line1: '1 Main St' }),
  bankToken: (stripe) =>
    stripe.createToken('bank_account', {
      country: 'US',
      currency: 'usd',
      routing_number: '110000000',
      account_number: '000123456789',
      account_holder_type: 'individual',
    }),
  handleCardAction: (stripe) => stripe.handleCardAction(secret),
  wallet: async (stripe) => {
    const total = { label: 'Total', amount: 100 };
    const request = stripe.paymentRequest({ country: 'US', currency: 'usd', total });
    return { wallet: { id: String(await request.canMakePayment()) } };
  },
};

/** With what a Payment Element has collected. */
const OF_ELEMENTS: Readonly<Record<string, (stripe: Stripe, elements: StripeElements) => Promise<object>>> = {
  confirmationToken: (stripe, elements) =>
    stripe.createConfirmationToken({
      elements,
      params: { payment_method_data: { billing_details: HOLDER }, return_url: location.href },
    }),
  confirmWithContact: (stripe, elements) =>
    stripe.confirmPayment({
      elements,
      clientSecret: secret,
      confirmParams: {
        return_url: location.href,
        payment_method_data: { billing_details: { phone: '+15550199' } },
      },
      redirect: 'if_required',
    }),
  tokenWithContact: (stripe, elements) => stripe.createConfirmationToken({ elements }),
  addressOnly: async (_stripe, elements) => {
    const { complete, value } =
      (await elements.getElement('address', { mode: 'shipping' })?.getValue()) ?? {};
    return { address: { id: `${value?.address.postal_code}`, status: String(complete) } };
  },
  methodOfElements: (stripe, elements) =>
    stripe.createPaymentMethod({ elements, params: { billing_details: HOLDER } }),
};

interface OfFormerReleases {
  createPaymentMethod(type: string, card: CardPart, data: object): Promise<object>;
}

/** Components of Stripe's library for React name their element like this. */
interface OfReact {
  getElement(component: { __elementType: 'card' }): StripeCardElement | null;
}

function showCard(elements: StripeElements): CardPart {
  const style = { base: { fontSize: '16px' } };
  const hidePostalCode = asked.has('hidePostalCode');
  const card = elements.create('card', { style, hidePostalCode, value: { postalCode: '94107' } });
  card.on('ready', () => say('ready'));
  card.on('change', ({ error, complete, brand, value, empty }) => {
    const facts = [error?.message, complete && 'complete', empty && 'empty', brand, value.postalCode];
    say(facts.filter(Boolean).join(', '));
  });
  card.mount('#place');
  return (elements as unknown as OfReact).getElement({ __elementType: 'card' }) ?? card;
}

function addPlace(): HTMLElement {
  const place = document.createElement('div');
  document.querySelector('#place')?.append(place);
  return place;
}

/** Whom to bill and where to ship to, beside a button for wallets, of which there is none. */
function collectContact(elements: StripeElements): void {
  const shipping = elements.create('address', {
    mode: 'shipping',
    allowedCountries: ['DE', 'US'],
    fields: { phone: 'always' },
    defaultValues: { name: 'Grace Hopper', address: { country: 'DE' } },
  });
  shipping.on('change', ({ value: { address, name, phone } }) =>
    say(`to ${name}, ${address.city}, ${address.country}, ${phone}`),
  );
  shipping.mount(addPlace());
  elements.create('address', { mode: 'billing' }).mount(addPlace());
  const email = elements.create('linkAuthentication', { defaultValues: { email: 'ada@example.com' } });
  email.on('change', ({ value, complete }) => say(`email ${value.email} ${complete}`));
  email.mount(addPlace());
  const wallets = elements.create('expressCheckout');
  wallets.on('ready', ({ availablePaymentMethods }) => {
    document.title = `wallets: ${availablePaymentMethods}`;
  });
  wallets.mount(addPlace());
}

function showParts(elements: StripeElements): CardPart {
  const number = elements.create('cardNumber');
  number.on('ready', () => say('ready'));
  const parts = [number, elements.create('cardExpiry'), elements.create('cardCvc')];
  for (const part of parts) part.mount(addPlace());
  return number;
}

function tell({ error, ...result }: Result): void {
  if (error !== undefined) {
    say(`${error.type} ${error.code}: ${error.message}`);
    return;
  }
  const [[kind, made] = []] = Object.entries(result);
  const { id, status: state = '' } = made as { id: string; status?: string };
  say(`${kind} ${state} ${id}`);
}

async function start(): Promise<void> {
  const account = asked.get('account');
  const stripe = await loadStripe('pk_test_emulated', account === null ? {} : { stripeAccount: account });
  if (stripe === null) throw new Error('there is no window');
  const does = asked.get('does') ?? '';
  const ofElements = OF_ELEMENTS[does];
  const pay = document.querySelector('button');
  if (ofElements !== undefined) {
    const elements = stripe.elements({ mode: 'payment', amount: 2050, currency: 'eur' });
    const element = elements.create('payment');
    element.on('ready', () => say('ready'));
    element.mount('#place');
    if (does.endsWith('Contact') || does === 'addressOnly') collectContact(elements);
    pay?.addEventListener('click', async () => {
      say('working');
      const { error } = await elements.submit();
      tell(error === undefined ? ((await ofElements(stripe, elements)) as Result) : { error });
    });
    return;
  }
  const elements = stripe.elements();
  const card = asked.has('parts') ? showParts(elements) : showCard(elements);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Delete' && 'clear' in card) card.clear();
  });
  const act = ACTIONS[does];
  pay?.addEventListener('click', async () => {
    say('working');
    tell((await act?.(stripe, card)) as Result);
  });
}

start().catch((error: Error) => say(`${error.name}: ${error.message}`));
