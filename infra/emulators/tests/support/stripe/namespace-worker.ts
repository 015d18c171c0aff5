import type { StripeNamespace } from '@outharbor/stripe-emulator';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect } from 'vitest';
import { createSession } from './checkout.ts';
import { readRejection } from './rejection.ts';

const DAY = 86_400;
/** The allowed difference between the emulator's clock and the expected time, on a busy machine. */
const SLACK_SECONDS = 30;
/** All workers use the same names, keys and IDs, so that any leak causes a collision. */
const PRODUCT = 'prod_shared';

export const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'customer' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'repeat' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'buy' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'fault' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('name' as const), number: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reset' as const }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A worker with its namespace and a model of what it did there. */
export class NamespaceWorker {
  /** Every customer it ever created, including those before a reset. */
  readonly made = new Set<string>();
  readonly #stripe: Stripe;
  readonly #control: StripeNamespace;
  #customers: string[] = [];
  #repeated: string | undefined;
  #sales = 0;
  #waited = 0;

  constructor(stripe: Stripe, control: StripeNamespace) {
    this.#stripe = stripe;
    this.#control = control;
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const each of steps) {
      await this.#take(each);
      await this.#check();
    }
  }

  async #take(each: Step): Promise<void> {
    switch (each.kind) {
      case 'customer':
        this.#note((await this.#stripe.customers.create()).id);
        return;
      case 'repeat':
        return this.#repeat();
      case 'buy':
        return this.#buy();
      case 'wait':
        await this.#control.advanceTime({ days: each.days });
        this.#waited += each.days * DAY;
        if (each.days > 0) this.#repeated = undefined;
        return;
      case 'fault':
        await this.#control.addFault({ kind: 'error', status: 503, path: '/v1/products' });
        expect((await readRejection(this.#stripe.products.list())).statusCode).toBe(503);
        return;
      case 'name':
        return this.#name(`Product ${each.number}`);
      case 'reset':
        return this.#reset();
    }
  }

  async #repeat(): Promise<void> {
    // Stripe forgets a key after a day, so that each day has its own.
    const idempotencyKey = `after-${this.#waited}`;
    const { id } = await this.#stripe.customers.create({}, { idempotencyKey });
    if (this.#repeated === undefined) this.#note(id);
    this.#repeated ??= id;
    expect(id).toBe(this.#repeated);
  }

  async #buy(): Promise<void> {
    const { id } = await this.#stripe.customers.create();
    this.#note(id);
    const session = await createSession(this.#stripe, { customer: id });
    expect(await this.#control.pay(session.id, { card: 'visa' })).toMatchObject({ result: 'complete' });
    this.#sales += 1;
  }

  async #name(name: string): Promise<void> {
    const fields = { name };
    const known = await this.#stripe.products.retrieve(PRODUCT).catch(() => undefined);
    if (known === undefined) await this.#stripe.products.create({ id: PRODUCT, ...fields });
    else await this.#stripe.products.update(PRODUCT, fields);
    expect(await this.#stripe.products.retrieve(PRODUCT)).toMatchObject(fields);
  }

  async #reset(): Promise<void> {
    await this.#control.reset();
    this.#customers = [];
    this.#repeated = undefined;
    this.#sales = 0;
    this.#waited = 0;
  }

  /** Expects exactly what this worker did, so that any change by another worker fails. */
  async #check(): Promise<void> {
    const { customers, subscriptions } = await this.#control.state();
    expect(customers.map(({ id }) => id).toSorted()).toEqual(this.#customers.toSorted());
    expect(subscriptions).toHaveLength(this.#sales);
    const expected = Date.now() / 1000 + this.#waited;
    expect(Math.abs((await this.#control.now()) - expected)).toBeLessThan(SLACK_SECONDS);
    expect((await this.#control.faults()).every(({ left }) => left === 0)).toBe(true);
  }

  #note(id: string): void {
    this.#customers.push(id);
    this.made.add(id);
  }
}
