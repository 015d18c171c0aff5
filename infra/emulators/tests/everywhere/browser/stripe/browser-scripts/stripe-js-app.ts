import { loadStripe, type PaymentIntentResult, type SetupIntentResult } from '@stripe/stripe-js';

/**
 * The page of an application that uses Stripe's own script with its published types. The query says what it
 * shows, and its status element says how that ended.
 */
const asked = new URLSearchParams(location.search);
const status = document.querySelector('[role=status]');
const pay = document.querySelector('button');

function say(text: string): void {
  if (status !== null) status.textContent = text;
}

async function start(): Promise<void> {
  const stripe = await loadStripe(asked.get('key') ?? 'pk_test_emulated');
  if (stripe === null) throw new Error('there is no window');
  const checkout = asked.get('checkout');
  const intent = asked.get('intent');
  const returned = asked.get('payment_intent_client_secret');
  if (checkout !== null) await (asked.has('elements') ? showCheckout : embedCheckout)(stripe, checkout);
  if (intent !== null) showElement(stripe, intent);
  if (returned !== null) tell(await stripe.retrievePaymentIntent(returned));
  const next = asked.get('next');
  if (next !== null) tell(await stripe.handleNextAction({ clientSecret: next }));
  const session = asked.get('session');
  if (session !== null)
    await (stripe as unknown as OfFormerReleases).redirectToCheckout({ sessionId: session });
}

/** A method that the types lack and Stripe's script at `js/v3` has. */
interface OfFormerReleases {
  redirectToCheckout(options: { sessionId: string }): Promise<never>;
}

type Script = NonNullable<Awaited<ReturnType<typeof loadStripe>>>;

async function embedCheckout(stripe: Script, secret: string): Promise<void> {
  const create = () =>
    stripe.createEmbeddedCheckoutPage({
      fetchClientSecret: async () => secret,
      onComplete: () => say('complete'),
    });
  const checkout = await create();
  checkout.mount('#place');
  pay?.addEventListener('click', () => {
    void create().catch((error: Error) => {
      say(error.message);
      checkout.destroy();
      void create().then((another) => another.mount('#place'));
    });
  });
}

async function showCheckout(stripe: Script, clientSecret: string): Promise<void> {
  const checkout = stripe.initCheckoutElementsSdk({ clientSecret });
  const loaded = await checkout.loadActions();
  if (loaded.type === 'error') return say(loaded.error.message);
  const { actions } = loaded;
  checkout.on('change', ({ email, total }) => say(`${email} pays ${total.total.amount}`));
  checkout.createPaymentElement().mount('#place');
  const results = [await actions.updateEmail('ada'), await actions.applyPromotionCode('NONE')];
  const code = asked.get('code');
  if (code !== null) results.push(await actions.applyPromotionCode(code));
  await actions.updateEmail('ada@example.com');
  say(results.map((one) => (one.type === 'error' ? one.error.code : one.session.total.total.amount)).join());
  pay?.addEventListener('click', async () => {
    const result = await actions.confirm();
    say(result.type === 'error' ? `${result.error.code}: ${result.error.message}` : 'complete');
  });
}

function showElement(stripe: Script, clientSecret: string): void {
  const isDeferred = asked.has('deferred');
  if (asked.has('alone')) stripe.elements().create('payment');
  const elements = isDeferred
    ? stripe.elements({ mode: 'payment', amount: 2050, currency: 'eur' })
    : stripe.elements({ clientSecret, appearance: { theme: 'flat' } });
  const element = elements.create('payment', { layout: 'tabs' });
  element.on('ready', () => say('ready'));
  element.on('change', ({ complete }) => say(complete ? 'filled in' : 'not filled in'));
  element.on('loaderror', ({ error }) => say(`not loaded: ${error.message}`));
  element.mount('#place');
  pay?.addEventListener('click', async () => {
    if (asked.has('unsubmitted')) {
      const made = [
        stripe.confirmPayment({ elements, clientSecret, redirect: 'if_required' }),
        stripe.createPaymentMethod({ elements }),
        stripe.createConfirmationToken({ elements }),
      ];
      const failures = await Promise.all(made.map((one) => one.catch((failure: Error) => failure.message)));
      say(failures.map((text) => String(text).split('. ')[0]).join(' | '));
      return;
    }
    const { error } = await elements.submit();
    if (error !== undefined) {
      say(`${error.code}: ${error.message}`);
      return;
    }
    const confirmParams = {
      return_url: `${location.origin}/back?tab=1`,
      payment_method_data: { billing_details: { name: 'Ada Lovelace', email: 'ada@example.com' } },
    };
    if (isDeferred) {
      tell(await stripe.confirmPayment({ elements, clientSecret, confirmParams, redirect: 'if_required' }));
    } else if (asked.has('always')) tell(await stripe.confirmPayment({ elements, confirmParams }));
    else if (clientSecret.startsWith('seti_')) {
      tell(await stripe.confirmSetup({ elements, confirmParams, redirect: 'if_required' }));
    } else tell(await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' }));
  });
}

function tell(
  result: Pick<PaymentIntentResult & SetupIntentResult, 'error'> | PaymentIntentResult | SetupIntentResult,
): void {
  if (result.error !== undefined) say(`${result.error.code}: ${result.error.message}`);
  else if ('paymentIntent' in result) say(`payment ${result.paymentIntent.status}`);
  else if ('setupIntent' in result) say(`setup ${result.setupIntent.status}`);
}

start().catch((error: Error) => say(`${error.name}: ${error.message}`));
