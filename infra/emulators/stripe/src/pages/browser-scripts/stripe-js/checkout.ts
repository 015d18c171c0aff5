import { Elements } from './elements.ts';
import { checkedSecret } from './frame.ts';
import { askCardholder, type Failure, inquire } from './intents.ts';
import { type Sender, send } from './requests.ts';

export interface CheckoutOptions {
  readonly clientSecret: Promise<string> | string;
}
type Contact = { readonly name?: string | null; readonly address?: object } | null;
/** What the app tells until the session is confirmed. */
type Given = Partial<
  Record<'billingAddress' | 'shippingAddress', Contact> & Record<'email' | 'phoneNumber', string | null>
>;
interface Session extends Given {
  readonly id: string;
  readonly discountAmounts: readonly { readonly promotionCode: string | null }[] | null;
  readonly lastPaymentError: { readonly message: string } | null;
  readonly returnUrl: string | null;
  readonly status: { readonly type: string };
  readonly tax: { readonly status: string };
}
type Confirmation = Given & { readonly redirect?: 'always' | 'if_required'; readonly returnUrl?: string };
/** What the page of a checkout answers to a script. */
type Answer = Partial<Failure> & {
  readonly errors?: Readonly<Record<string, string>>;
  readonly redirect?: string;
};

const failed = (message = '', more: object = { code: null }) =>
  ({ type: 'error', error: { message, ...more }, session: undefined }) as const;

/** A contact as the fields of a checkout's form. */
function fieldsOf(contact: Contact | undefined, prefix = ''): object {
  const { address, name } = contact ?? {};
  const fields = Object.entries({ ...address, ...(name && { name }) });
  return Object.fromEntries(fields.map(([field, value]) => [prefix + field, value]));
}

/** The session of a checkout that the app shows with elements, and what its visitor can do. */
export function initCheckoutElements({ clientSecret }: CheckoutOptions, sender: Sender) {
  const elements = new Elements({ mode: 'payment' }, sender.key);
  const handlers = new Set<(session: Session) => void>();
  let secret = '';
  let given: Given = {};
  let session: Session | undefined;

  async function inform(changes: Given = {}) {
    given = { ...given, ...changes };
    const answer = await inquire<Session>(`/elements/sessions/${secret}`, sender.key);
    if ('error' in answer) return failed(answer.error.message);
    const known = { ...answer, ...given };
    const canConfirm = known.status.type === 'open' && known.tax.status === 'ready' && Boolean(known.email);
    session = { ...known, ...{ canConfirm } };
    for (const handler of handlers) handler(session);
    return { type: 'success', session } as const;
  }
  /** Sends a form to a page of the checkout, which has the same form. */
  const post = (
    path: string,
    params: object,
    element?: ReturnType<Elements['getElement']>,
  ): Promise<Answer> =>
    send(sender, { call: 'checkout', to: 'checkout', secret: secret + path, params, element });
  async function change(path: string, params: object, changes: Given = {}) {
    await post(path, params);
    return inform(changes);
  }
  function place(changes: Given) {
    const { billingAddress, shippingAddress } = { ...given, ...changes };
    const fields = { ...fieldsOf(billingAddress), ...fieldsOf(shippingAddress, 'shipping_') };
    return change('/total', fields, changes);
  }

  async function pay(more: Given) {
    const contact = await elements.contact();
    if ('error' in contact) return failed(contact.error.message);
    const { billing, shipping } = contact as { billing: Contact; shipping?: Contact };
    const { billingAddress, email, phoneNumber: phone, shippingAddress } = { ...session, ...more };
    const params = {
      ...{ country: 'US', email, phone },
      ...fieldsOf(billingAddress ?? billing),
      ...fieldsOf(shippingAddress ?? shipping, 'shipping_'),
    };
    const {
      error,
      errors = {},
      redirect,
    } = await post('', params, elements.getElement('payment') ?? undefined);
    if (error !== undefined) return failed(error.message);
    if (redirect?.endsWith('/authenticate')) await askCardholder(`/c/pay/${secret}/authenticate`);
    const result = await inform();
    if (result.type === 'error' || result.session.status.type === 'complete') return result;
    const message = Object.values(errors)[0] ?? result.session.lastPaymentError?.message;
    return failed(message, { code: 'paymentFailed', paymentFailed: { declineCode: null } });
  }

  const actions = {
    async applyPromotionCode(code: string) {
      const result = await change('/code', { code });
      const isIt = (text: string | null) => text?.toLowerCase() === code.trim().toLowerCase();
      const isApplied = result.session?.discountAmounts?.some((one) => isIt(one.promotionCode));
      return isApplied ? result : failed('This code is invalid.', { code: 'invalidCode' });
    },
    removePromotionCode: () => change('/code', { remove: true }),
    updateBillingAddress: (billingAddress: Contact) => place({ billingAddress }),
    async updateEmail(email: string | null) {
      if (email === null || /^[^\s@]+@[^\s@]+$/.test(email)) return inform({ email });
      return failed('Your email is invalid.', {
        code: email.includes('@') ? 'invalidEmail' : 'incompleteEmail',
      });
    },
    updateLineItemQuantity: ({ lineItem, quantity }: { lineItem: string; quantity: number }) =>
      change('/quantity', { item: lineItem, quantity }),
    updatePhoneNumber: (phoneNumber: string | null) => inform({ phoneNumber }),
    updateShippingAddress: (shippingAddress: Contact) => place({ shippingAddress }),
    getSession: () => session,
    async confirm({ redirect, returnUrl, ...more }: Confirmation = {}) {
      const result = await pay(more);
      const address = returnUrl ?? session?.returnUrl ?? null;
      if (result.type === 'error' || redirect === 'if_required' || address === null) return result;
      location.assign(address.replaceAll('{CHECKOUT_SESSION_ID}', result.session.id));
      return new Promise<never>(() => undefined);
    },
    async runServerUpdate(update: () => Promise<unknown>) {
      await update();
      return inform();
    },
  };
  const methodsOf = (name: string, type: string, mode = {}) => ({
    [`create${name}Element`]: (options?: object) => elements.create(type, { ...options, ...mode }),
    [`get${name}Element`]: () => elements.getElement(type, mode),
  });
  return {
    ...methodsOf('Payment', 'payment'),
    ...methodsOf('BillingAddress', 'address', { mode: 'billing' }),
    ...methodsOf('ShippingAddress', 'address', { mode: 'shipping' }),
    ...methodsOf('ExpressCheckout', 'expressCheckout'),
    changeAppearance: () => undefined,
    loadFonts: () => undefined,
    on: (_event: 'change', handler: (session: Session) => void) => void handlers.add(handler),
    async loadActions() {
      secret = checkedSecret(await clientSecret, 'stripe.initCheckoutElementsSdk()', /^cs_/);
      const result = await inform();
      return result.type === 'error' ? result : ({ type: 'success', actions } as const);
    },
  };
}
