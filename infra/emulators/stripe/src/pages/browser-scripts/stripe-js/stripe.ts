import { createEmbeddedCheckout, type EmbeddedCheckoutOptions } from './embedded-checkout.ts';
import { checkedSecret, IntegrationError } from './integration-error.ts';
import { retrieveIntent, returnAddress, settled } from './intents.ts';
import { Elements } from './payment-element.ts';

interface ConfirmOptions {
  readonly elements?: Elements;
  readonly clientSecret?: string;
  readonly confirmParams?: {
    readonly return_url?: string;
    readonly payment_method_data?: {
      readonly billing_details?: { readonly name?: string | null; readonly email?: string | null };
    };
  };
  readonly redirect?: 'always' | 'if_required';
}

/** Methods that this script lacks but libraries check for. */
const LACKING = [
  'confirmCardPayment',
  'confirmCardSetup',
  'createConfirmationToken',
  'createPaymentMethod',
  'createSource',
  'createToken',
  'handleCardAction',
  'initCheckout',
  'initCheckoutElementsSdk',
  'paymentRequest',
  'retrieveSource',
];

const OF_PAYMENT = /^pi_/;
const OF_SETUP = /^seti_/;
const OF_EITHER = /^(pi|seti)_/;

function createStripe(key: string) {
  const embeddedCheckout = (options: EmbeddedCheckoutOptions) => createEmbeddedCheckout(options, key);
  const retrieve = (call: string, prefix: RegExp) => async (secret: string) =>
    retrieveIntent(checkedSecret(secret, call, prefix), key);
  const stripe = {
    elements: ({ clientSecret }: { clientSecret?: string } = {}) =>
      new Elements(clientSecret && checkedSecret(clientSecret, 'elements()', OF_EITHER), key),
    confirmPayment: (options: ConfirmOptions) => confirm('stripe.confirmPayment()', OF_PAYMENT, options, key),
    confirmSetup: (options: ConfirmOptions) => confirm('stripe.confirmSetup()', OF_SETUP, options, key),
    retrievePaymentIntent: retrieve('stripe.retrievePaymentIntent()', OF_PAYMENT),
    retrieveSetupIntent: retrieve('stripe.retrieveSetupIntent()', OF_SETUP),
    async handleNextAction({ clientSecret }: { clientSecret: string }) {
      const secret = checkedSecret(clientSecret, 'stripe.handleNextAction()', OF_EITHER);
      const result = await retrieveIntent(secret, key);
      if ('error' in result) return result;
      return settled('paymentIntent' in result ? result.paymentIntent : result.setupIntent, key);
    },
    async redirectToCheckout({ sessionId }: { sessionId: string }) {
      location.assign(`${PAGES}/c/pay/${encodeURIComponent(sessionId)}`);
      return new Promise<never>(() => undefined);
    },
    initEmbeddedCheckout: embeddedCheckout,
    createEmbeddedCheckoutPage: embeddedCheckout,
  };
  const lacking = LACKING.map((name) => [name, () => Promise.reject(absent(name))] as const);
  return { ...Object.fromEntries(lacking), ...stripe };
}

function absent(name: string): IntegrationError {
  return new IntegrationError(`stripe.${name} is not supported by the emulated Stripe.js.`);
}

async function confirm(call: string, prefix: RegExp, options: ConfirmOptions, key: string) {
  const { elements, confirmParams = {}, redirect = 'always' } = options;
  const { return_url: returnUrl, payment_method_data: data } = confirmParams;
  if (elements === undefined)
    throw new IntegrationError(`${call} requires elements in the emulated Stripe.js.`);
  if (redirect === 'always' && returnUrl === undefined) {
    throw new IntegrationError(`Missing value for ${call}: confirmParams should have a return_url.`);
  }
  const clientSecret = checkedSecret(options.clientSecret ?? elements.clientSecret, call, prefix);
  const { name, email } = data?.billing_details ?? {};
  const fields = { key, ...(name && { name }), ...(email && { email }) };
  const frame = elements.mountedFrame(call);
  const answer = await frame.ask<Parameters<typeof settled>[0]>({ ask: 'confirm', clientSecret, fields });
  const result = await settled(answer, key);
  if ('error' in result || redirect !== 'always' || returnUrl === undefined) return result;
  location.assign(returnAddress(returnUrl, result));
  // The page is navigating away, so pending callers must not continue.
  return new Promise<never>(() => undefined);
}

function Stripe(key: unknown): ReturnType<typeof createStripe> {
  if (typeof key === 'string' && /^[sr]k_/.test(key)) {
    throw new IntegrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    );
  }
  if (typeof key === 'string' && /^pk_(test|live)_/.test(key)) return createStripe(key);
  throw new IntegrationError(
    'Please call Stripe() with your publishable key. You used an empty string or another value.',
  );
}

Object.assign(globalThis, { Stripe: Object.assign(Stripe, { version: VERSION }) });
