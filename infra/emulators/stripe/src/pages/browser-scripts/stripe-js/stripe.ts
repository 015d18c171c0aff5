import {
  confirmCard,
  createConfirmationToken,
  createPaymentMethod,
  createToken,
  paymentRequest,
} from './cards.ts';
import { type CheckoutOptions, initCheckoutElements } from './checkout.ts';
import { Elements, type ElementsOptions, type GivenDetails, withContact } from './elements.ts';
import { createEmbeddedCheckout, type EmbeddedCheckoutOptions } from './embedded-checkout.ts';
import { checkedSecret, IntegrationError } from './frame.ts';
import { type Intent, retrieveIntent, returnAddress, settled } from './intents.ts';
import { type Sender, send } from './requests.ts';

interface ConfirmOptions {
  readonly elements?: Elements;
  readonly clientSecret?: string;
  /** Parameters of the API's call. */
  readonly confirmParams?: GivenDetails & { readonly return_url?: string };
  readonly redirect?: 'always' | 'if_required';
}

/** Methods that this script lacks but libraries check for. */
const LACKING = ['createSource', 'initCheckoutFormSdk', 'retrieveSource'];

const OF_PAYMENT = /^pi_/;
const OF_SETUP = /^seti_/;
const OF_EITHER = /^(pi|seti)_/;

interface StripeOptions {
  readonly stripeAccount?: string;
}

type ConfirmCardRest = Rest<typeof confirmCard> extends [unknown, ...infer R] ? R : never;
type Rest<F> = F extends (first: never, ...rest: infer R) => unknown ? R : never;

function createStripe(key: string, { stripeAccount: account }: StripeOptions = {}) {
  const sender = { key, account };
  const embeddedCheckout = (options: EmbeddedCheckoutOptions) => createEmbeddedCheckout(options, key);
  const checkoutElements = (options: CheckoutOptions) => initCheckoutElements(options, sender);
  const retrieve = (call: string, prefix: RegExp) => async (secret: string) =>
    retrieveIntent(checkedSecret(secret, call, prefix), key);
  const confirmWith =
    (call: string, prefix: RegExp) =>
    (secret: string, ...rest: ConfirmCardRest) =>
      confirmCard(sender, { call, prefix, secret }, ...rest);
  async function handleNextAction({ clientSecret }: { clientSecret: string }) {
    const secret = checkedSecret(clientSecret, 'stripe.handleNextAction()', OF_EITHER);
    const result = await retrieveIntent(secret, key);
    if ('error' in result) return result;
    return settled('paymentIntent' in result ? result.paymentIntent : result.setupIntent, key);
  }
  const stripe = {
    elements: (options: ElementsOptions = {}) => {
      if (options.clientSecret) checkedSecret(options.clientSecret, 'elements()', OF_EITHER);
      return new Elements(options, key);
    },
    confirmPayment: (options: ConfirmOptions) =>
      confirm('stripe.confirmPayment()', OF_PAYMENT, options, sender),
    confirmSetup: (options: ConfirmOptions) => confirm('stripe.confirmSetup()', OF_SETUP, options, sender),
    confirmCardPayment: confirmWith('stripe.confirmCardPayment()', OF_PAYMENT),
    confirmCardSetup: confirmWith('stripe.confirmCardSetup()', OF_SETUP),
    createConfirmationToken: (...given: Rest<typeof createConfirmationToken>) =>
      createConfirmationToken(sender, ...given),
    createPaymentMethod: (...given: Rest<typeof createPaymentMethod>) =>
      createPaymentMethod(sender, ...given),
    createToken: (...given: Rest<typeof createToken>) => createToken(sender, ...given),
    paymentRequest,
    handleNextAction,
    handleCardAction: (clientSecret: string) => handleNextAction({ clientSecret }),
    retrievePaymentIntent: retrieve('stripe.retrievePaymentIntent()', OF_PAYMENT),
    retrieveSetupIntent: retrieve('stripe.retrieveSetupIntent()', OF_SETUP),
    async redirectToCheckout({ sessionId }: { sessionId: string }) {
      location.assign(`${PAGES}/c/pay/${encodeURIComponent(sessionId)}`);
      return new Promise<never>(() => undefined);
    },
    initCheckout: checkoutElements,
    initCheckoutElementsSdk: checkoutElements,
    initEmbeddedCheckout: embeddedCheckout,
    createEmbeddedCheckoutPage: embeddedCheckout,
  };
  const lacking = LACKING.map((name) => [name, () => Promise.reject(absent(name))] as const);
  return { ...Object.fromEntries(lacking), ...stripe };
}

function absent(name: string): IntegrationError {
  return new IntegrationError(`stripe.${name} is not supported by the emulated Stripe.js.`);
}

async function confirm(call: string, prefix: RegExp, options: ConfirmOptions, sender: Sender) {
  const { elements, confirmParams = {}, redirect = 'always' } = options;
  const { return_url: returnUrl } = confirmParams;
  if (redirect === 'always' && returnUrl === undefined) {
    throw new IntegrationError(`Missing value for ${call}: confirmParams should have a return_url.`);
  }
  const secret = checkedSecret(options.clientSecret ?? elements?.options.clientSecret, call, prefix);
  elements?.requireSubmitted(call);
  const contact = (await elements?.contact()) ?? { billing: {} };
  if ('error' in contact) return contact;
  const { billing } = contact;
  const answer = await send<Intent>(sender, {
    call,
    to: 'confirm',
    secret,
    // A setup ships nothing.
    params: withContact(confirmParams, prefix === OF_PAYMENT ? contact : { billing }),
    element: elements?.getElement('payment'),
  });
  const result = await settled(answer, sender.key);
  if ('error' in result || redirect !== 'always' || returnUrl === undefined) return result;
  location.assign(returnAddress(returnUrl, result));
  // The page is navigating away, so pending callers must not continue.
  return new Promise<never>(() => undefined);
}

function Stripe(key: unknown, options?: StripeOptions): ReturnType<typeof createStripe> {
  if (typeof key === 'string' && /^[sr]k_/.test(key)) {
    throw new IntegrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    );
  }
  if (typeof key === 'string' && /^pk_(test|live)_/.test(key)) return createStripe(key, options);
  throw new IntegrationError(
    'Please call Stripe() with your publishable key. You used an empty string or another value.',
  );
}

Object.assign(globalThis, { Stripe: Object.assign(Stripe, { version: VERSION }) });
