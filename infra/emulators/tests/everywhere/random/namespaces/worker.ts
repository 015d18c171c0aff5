import { randomUUID } from 'node:crypto';
import type { EmulatorNamespace } from '@outharbor/emulators/fixtures';
import fc from 'fast-check';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  signOut,
} from 'firebase/auth';
import { connectDatabaseEmulator, type Database, get, getDatabase, ref, set } from 'firebase/database';
import Stripe from 'stripe';
import { expect } from 'vitest';
import { SchedulingClient } from '../../../support/scheduling/scheduling-client.ts';
import { Visitor } from '../../../support/scheduling/visitor.ts';

/** All workers use the same names, addresses and times, so that any leak causes a collision. */
const EMAILS = ['ada@example.com', 'jonas@example.com'];
const SLOTS = 2;
const PASSWORD = 'correct horse';
const SLACK_MS = 10 * 60_000;

export const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'buy' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('signUp' as const), who: fc.nat(EMAILS.length - 1) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('write' as const), value: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('book' as const), slot: fc.nat(SLOTS - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reset' as const }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export interface WorkerContext {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Bookable times. */
  readonly slots: readonly string[];
}

/** A test worker with its own namespace, its SDKs and a model of what it did there. */
export class Worker {
  readonly #stripe: Stripe;
  readonly #app: FirebaseApp;
  readonly #auth: Auth;
  readonly #database: Database;
  readonly #api: SchedulingClient;
  readonly #visitor: Visitor;
  readonly #namespace: Required<EmulatorNamespace>;
  /** Every customer it ever created, including those before a reset. */
  readonly made = new Set<string>();
  #customers = 0;
  #people = new Set<string>();
  #bookings = new Set<string>();
  #note: number | null = null;
  #waited = 0;
  readonly #startedAt: number;
  readonly #slots: readonly string[];

  constructor(namespace: Required<EmulatorNamespace>, { startedAt, slots }: WorkerContext) {
    const { stripe, identity, database, scheduling } = namespace;
    this.#namespace = namespace;
    this.#startedAt = startedAt;
    this.#slots = slots;
    const { hostname: host, port } = new URL(stripe.url);
    this.#stripe = new Stripe(stripe.secretKey, {
      host,
      port: Number(port),
      protocol: 'http',
      timeout: 100_000,
    });
    const { apiKey, projectId } = identity;
    this.#app = initializeApp({ apiKey, projectId, databaseURL: database.url }, randomUUID());
    this.#auth = initializeAuth(this.#app, { persistence: inMemoryPersistence });
    connectAuthEmulator(this.#auth, identity.url, { disableWarnings: true });
    this.#database = getDatabase(this.#app);
    const at = new URL(database.url);
    connectDatabaseEmulator(this.#database, at.hostname, Number(at.port));
    this.#api = new SchedulingClient(scheduling.url, scheduling.apiToken);
    // The pages are two path segments above the event type.
    const [, pages = ''] = /^(.*)\/[^/]+\/[^/]+$/.exec(scheduling.eventTypeUrl) ?? [];
    this.#visitor = new Visitor(pages, '');
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const each of steps) await this.#take(each);
  }

  /** Expects the state to be what this worker did since its last reset. */
  async check(): Promise<void> {
    const { stripe, identity, scheduling } = this.#namespace;
    expect(await stripe.state()).toMatchObject({ customers: Array(this.#customers).fill({ name: 'Ada' }) });
    const { users } = (await identity.state()) as { readonly users: readonly { readonly email: string }[] };
    expect(new Set(users.map(({ email }) => email))).toEqual(this.#people);
    expect(new Set(await this.#api.starts())).toEqual(this.#bookings);
    expect((await scheduling.state()).bookings).toHaveLength(this.#bookings.size);
    const behind = (await identity.now()) - this.#startedAt - this.#waited;
    // Real time passes as well.
    expect(behind).toBeGreaterThanOrEqual(0);
    expect(behind).toBeLessThan(SLACK_MS);
    await this.#signIn('reader@example.com');
    expect((await get(ref(this.#database, 'note'))).val()).toBe(this.#note);
  }

  async settle(): Promise<void> {
    await this.#namespace.stripe.settle();
  }

  async close(): Promise<void> {
    await deleteApp(this.#app);
    await this.#namespace.close();
  }

  async #take(each: Step): Promise<void> {
    switch (each.kind) {
      case 'buy':
        return this.#buy();
      case 'signUp':
        return this.#signIn(String(EMAILS[each.who]));
      case 'write':
        if (this.#auth.currentUser === null) await this.#signIn('writer@example.com');
        await set(ref(this.#database, 'note'), each.value);
        this.#note = each.value;
        return;
      case 'book':
        return this.#book(String(this.#slots[each.slot]));
      case 'wait':
        await this.#namespace.identity.advanceTime(each.minutes * 60_000);
        this.#waited += each.minutes * 60_000;
        return;
      case 'reset':
        return this.#reset();
    }
  }

  async #buy(): Promise<void> {
    const idempotencyKey = `customer-${this.#customers}`;
    const { id } = await this.#stripe.customers.create({ name: 'Ada' }, { idempotencyKey });
    this.made.add(id);
    this.#customers += 1;
  }

  async #signIn(email: string): Promise<void> {
    const creating = createUserWithEmailAndPassword(this.#auth, email, PASSWORD);
    if (this.#people.has(email)) await expect(creating).rejects.toThrow('auth/email-already-in-use');
    else await creating;
    this.#people.add(email);
  }

  async #book(slot: string): Promise<void> {
    const { status } = await this.#visitor.book(slot);
    expect(status).toBe(this.#bookings.has(slot) ? 409 : 201);
    this.#bookings.add(slot);
  }

  async #reset(): Promise<void> {
    await this.#namespace.reset();
    await signOut(this.#auth);
    this.#customers = 0;
    this.#people.clear();
    this.#bookings.clear();
    this.#note = null;
    this.#waited = 0;
  }
}
