import { type ApiProcess, startFaultyApi } from './faulty-apis.ts';
import type { GatewayFault } from './faulty-gateways.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Stage } from './stage.ts';

const FAULTS: readonly GatewayFault[] = ['fail_before', 'fail_after', 'crash_before', 'crash_after'];

/** The API processes of a schedule; one that is killed in the middle of a call comes back. */
export class ApiFleet {
  readonly #stage: Stage;
  readonly #random: SeededRandom;
  readonly #onKilled: (index: number) => void;
  readonly #faultRate: number;
  readonly #restarts: Promise<void>[] = [];
  readonly #apis: ApiProcess[] = [];
  #calm = false;
  /** While there are any, Stripe and database are away for everybody. */
  #outages = 0;

  constructor(stage: Stage, random: SeededRandom, onKilled: (index: number) => void) {
    this.#stage = stage;
    this.#random = random;
    this.#onKilled = onKilled;
    this.#faultRate = random.pick([0, 0.02, 0.08]);
  }

  async start(): Promise<void> {
    const count = 1 + this.#random.below(3);
    for (let index = 0; index < count; index += 1) this.#apis.push(await this.#launch(index));
  }

  /** The address of one of them. */
  url(): string {
    return this.#random.pick(this.#apis).url;
  }

  async duringOutage(work: () => Promise<void>): Promise<void> {
    this.#outages += 1;
    try {
      await work();
    } finally {
      this.#outages -= 1;
    }
  }

  /** From now on nothing fails, and all of them are there. */
  async calmDown(): Promise<void> {
    this.#calm = true;
    await Promise.all(this.#restarts);
  }

  async close(): Promise<void> {
    await this.calmDown();
    await Promise.all(this.#apis.map((api) => api.close()));
  }

  #launch(index: number): Promise<ApiProcess> {
    const { config, gateways } = this.#stage;
    const restart = () => {
      this.#onKilled(index);
      this.#restarts.push(this.#relaunch(index));
    };
    return startFaultyApi(config, gateways, () => this.#nextFault(), restart);
  }

  async #relaunch(index: number): Promise<void> {
    this.#apis[index] = await this.#launch(index);
  }

  #nextFault(): GatewayFault | undefined {
    if (this.#calm) return undefined;
    if (this.#outages > 0) return 'fail_before';
    return this.#random.chance(this.#faultRate) ? this.#random.pick(FAULTS) : undefined;
  }
}
