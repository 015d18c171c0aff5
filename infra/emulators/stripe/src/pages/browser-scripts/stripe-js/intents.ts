import { Frame } from './frame.ts';

export interface Failure {
  readonly error: { readonly type: string; readonly message: string; readonly [detail: string]: unknown };
}
export interface Intent {
  readonly id: string;
  readonly object: 'payment_intent' | 'setup_intent';
  readonly client_secret: string;
  readonly status: string;
  readonly next_action?: Readonly<Record<string, { readonly url: string } | undefined>> | null;
  readonly last_payment_error?: Failure['error'] | null;
  readonly last_setup_error?: Failure['error'] | null;
}
type Result = Failure | { readonly paymentIntent: Intent } | { readonly setupIntent: Intent };

/** Fetches something from the emulator that the client secret gives access to. */
export async function inquire<T>(path: string, key: string): Promise<T | Failure> {
  try {
    const response = await fetch(`${PAGES}${path}?key=${encodeURIComponent(key)}`);
    return await response.json();
  } catch {
    const message = 'The Stripe emulator could not be reached.';
    return { error: { type: 'api_connection_error', message } };
  }
}

export async function retrieveIntent(secret: string, key: string): Promise<Result> {
  const answer = await inquire<Intent>(`/elements/intents/${secret}`, key);
  return 'error' in answer ? answer : toResult(answer);
}

/** The final result of a confirmation, after authentication if required; none if that leaves the page. */
export async function settled(answer: Intent | Failure, key: string): Promise<Result> {
  if ('error' in answer || answer.status !== 'requires_action') return toResult(answer);
  const leadsTo = answer.next_action?.redirect_to_url ?? answer.next_action?.alipay_handle_redirect;
  if (leadsTo !== undefined) {
    location.assign(leadsTo.url);
    return new Promise<never>(() => undefined);
  }
  await askCardholder(`/elements/intents/${answer.client_secret}/authenticate`);
  const intent = await inquire<Intent>(`/elements/intents/${answer.client_secret}`, key);
  if ('error' in intent) return intent;
  const error = intent.last_payment_error ?? intent.last_setup_error;
  return error ? { error: { ...error, [intent.object]: intent } } : toResult(intent);
}

/** The return URL with Stripe's query parameters. */
export function returnAddress(returnUrl: string, result: Exclude<Result, Failure>): string {
  const { id, object, client_secret, status } =
    'paymentIntent' in result ? result.paymentIntent : result.setupIntent;
  const address = new URL(returnUrl);
  address.searchParams.set(object, id);
  address.searchParams.set(`${object}_client_secret`, client_secret);
  address.searchParams.set('redirect_status', status);
  return address.href;
}

export function toResult(answer: Intent | Failure): Result {
  if ('error' in answer) return answer;
  return answer.object === 'payment_intent' ? { paymentIntent: answer } : { setupIntent: answer };
}

/** Shows a page of the bank over the app's until it is answered. */
export async function askCardholder(path: string): Promise<void> {
  const cover = document.createElement('div');
  Object.assign(cover.style, {
    position: 'fixed',
    inset: '0',
    zIndex: '2147483647',
    overflow: 'auto',
    background: 'rgb(0 0 0 / 60%)',
    padding: '5vh max(1rem, calc(50% - 16rem))',
  });
  document.body.append(cover);
  await new Promise<void>((resolve) => {
    new Frame(cover, path, '3D Secure', ({ type }) => {
      if (type === 'answered') resolve();
    });
  });
  cover.remove();
}
