import type { PlanName } from '@outharbor/contract/plans';
import { AppError } from '../../errors/app-error.ts';
import type {
  CheckoutSession,
  DisputedPayment,
  Subscription,
  WebhookEvent,
} from '../../gateways/payments.ts';

type Editable<T> = { -readonly [Key in keyof T]: T[Key] };

interface MemoryCustomer {
  readonly id: string;
  readonly uid: string;
  readonly email: string | undefined;
}

/** What the in-memory payment gateway stores; a test reads and sets it directly. */
export class MemoryPaymentsState {
  readonly customers: Editable<MemoryCustomer>[] = [];
  readonly deletedCustomers = new Set<string>();
  readonly sessions: Editable<CheckoutSession>[] = [];
  /** The plan that each checkout session sells. */
  readonly plans = new Map<string, PlanName>();
  readonly subscriptions: Editable<Subscription>[] = [];
  readonly events: WebhookEvent[] = [];
  readonly refunds: string[] = [];
  readonly disputes = new Map<string, DisputedPayment>();
  readonly calls: string[] = [];
  /** Makes refunds fail while true. */
  rejectsRefunds = false;
  /** Set to another value to simulate another account or mode, where these customers do not exist. */
  accountName = 'acct_memory/test';
  /** Every call fails with this error while set. */
  failure: AppError | undefined = undefined;
  /** The newest object's time of creation, in Unix seconds. */
  now = Math.floor(Date.now() / 1000);
  #count = 0;

  newId(prefix: string): string {
    this.#count += 1;
    return `${prefix}_test_${this.#count}x`;
  }

  /** Returns a second later than that of any object so far, so that the order of creation shows. */
  nextSecond(): number {
    this.now += 1;
    return this.now;
  }

  async answer<T>(call: string, work: () => T): Promise<T> {
    this.calls.push(call);
    if (this.failure) throw this.failure;
    return work();
  }

  session(id: string): Editable<CheckoutSession> {
    return requireFound(this.sessions, id);
  }

  subscription(id: string): Editable<Subscription> {
    return requireFound(this.subscriptions, id);
  }

  customer(id: string): Editable<MemoryCustomer> {
    return requireFound(this.customers, id);
  }

  findSubscriptions(customer: string | undefined): Subscription[] {
    return this.subscriptions.filter(({ customerId }) => customerId === customer).map((one) => ({ ...one }));
  }

  emit(type: string, subscription: Subscription): void {
    const { uid, customerId, id: subscriptionId } = subscription;
    const created = this.nextSecond();
    this.events.push({
      id: this.newId('evt'),
      type,
      created,
      livemode: false,
      uid,
      customerId,
      subscriptionId,
      subscription: { ...subscription },
    });
  }
}

function requireFound<T extends { readonly id: string }>(all: readonly T[], id: string): T {
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new AppError('internal_error', { cause: new Error(`no ${id}`) });
  return found;
}
