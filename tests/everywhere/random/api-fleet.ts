import { setImmediate as turn } from 'node:timers/promises';
import type { Config } from '@outharbor/api/config/config';
import type { Context } from '@outharbor/api/context';
import { type AppError, isAppError } from '@outharbor/api/errors/app-error';
import { createStripeGateway } from '@outharbor/api/gateways/stripe/stripe-gateway';
import { createPlanWriter } from '@outharbor/api/subscriptions/plan-writer';
import { createMemoryIdentity } from '@outharbor/api/testing/test-app';
import { type Actor, actor } from './actor.ts';
import { type GatewayFault, withFaults } from './faulty-gateways.ts';
import type { Site, Stage } from './stage.ts';

/** `killed`: the process died before it answered. */
export type Outcome<T> = T | AppError | 'killed';

interface ApiProcess {
  readonly context: Context;
  /** Stripe has told its time, as when an API starts. */
  readonly ready: Promise<void>;
  readonly killed: Promise<'killed'>;
}

/** The API processes of one deployment. A process that is killed during a call is restarted. */
export class ApiFleet {
  readonly site: Site;
  /** Uids of accounts that were deleted in Firebase. */
  readonly erased = new Set<string>();
  /** Changed email addresses and disabled accounts by uid. */
  readonly changed = new Map<string, { readonly email?: string; readonly disabled?: boolean }>();
  readonly #stage: Stage;
  readonly #processes: ApiProcess[];
  readonly #nextFault: () => GatewayFault | undefined;
  readonly #running = new Set<Promise<unknown>>();
  readonly #actor: Actor;
  #config: Config;

  constructor(
    stage: Stage,
    site: Site,
    { processes, aheadSeconds }: { readonly processes: number; readonly aheadSeconds: number },
    nextFault: () => GatewayFault | undefined,
  ) {
    this.#stage = stage;
    this.site = site;
    this.#nextFault = nextFault;
    this.#actor = { deployment: site.name, aheadMs: aheadSeconds * 1000 };
    this.#config = site.config;
    this.#processes = Array.from({ length: processes }, (_, index) => this.#launch(index));
  }

  get livemode(): boolean {
    return this.#config.stripe.livemode;
  }

  get sdk() {
    return this.livemode ? this.#stage.live : this.#stage.test;
  }

  /** Runs work on one of the processes and returns its result; AppErrors are returned, not thrown. */
  async run<T>(which: number, work: (context: Context) => Promise<T>): Promise<Outcome<T>> {
    const process = this.#processes[which % this.#processes.length];
    if (process === undefined) throw new Error('there is no API');
    try {
      return await Promise.race([
        process.killed,
        actor.run(this.#actor, async () => {
          await process.ready;
          return work(process.context);
        }),
      ]);
    } catch (error) {
      if (isAppError(error)) return error;
      throw error;
    }
  }

  /** Waits for pending gateway calls that nothing awaits. */
  async idle(): Promise<void> {
    await turn();
    while (this.#running.size > 0) {
      await Promise.allSettled(this.#running);
      await turn();
    }
  }

  /** Replaces the test key with the live key in every process. */
  goLive(): void {
    const { stripe } = this.#config;
    this.#config = {
      ...this.#config,
      stripe: { ...stripe, secretKey: 'sk_live_emulated', livemode: true },
    };
    for (const index of this.#processes.keys()) this.#processes[index] = this.#launch(index);
  }

  #launch(index: number): ApiProcess {
    const { promise: killed, resolve } = Promise.withResolvers<'killed'>();
    const { logger, metrics } = this.#stage;
    const payments = createStripeGateway(this.#config.stripe, () => {});
    const ready = actor.run(this.#actor, () => payments.ping());
    const healthy = {
      payments,
      ledger: this.site.ledger,
      identity: createMemoryIdentity(this.erased, 0, this.changed),
    };
    const gateways = withFaults(healthy, {
      next: this.#nextFault,
      onCall: (running) => this.#follow(running),
      onCrash: () => {
        this.#processes[index] = this.#launch(index);
        resolve('killed');
      },
    });
    const parts = { ...gateways, config: this.#config, logger, metrics };
    return { context: { ...parts, synchronisePlan: createPlanWriter(parts) }, killed, ready };
  }

  #follow(running: Promise<unknown>): void {
    this.#running.add(running);
    const forget = () => this.#running.delete(running);
    running.then(forget, forget);
  }
}
