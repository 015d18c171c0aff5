import { actor } from './actor.ts';

const START = Date.UTC(2027, 0, 31, 12);
const RealDate = Date;
let now = START;

const ownNow = () => now + (actor.getStore()?.aheadMs ?? 0);

class VirtualDate extends RealDate {
  constructor(...given: readonly []) {
    if (given.length === 0) super(ownNow());
    else super(...given);
  }

  static override now(): number {
    return ownNow();
  }
}

/** A clock of API and emulators that moves only on request; an API's can be wrong. Timers stay real: sockets need them. */
export const virtualClock = {
  start(): void {
    globalThis.Date = VirtualDate as DateConstructor;
  },
  rewind(): void {
    now = START;
  },
  pass(seconds: number): void {
    now += seconds * 1000;
  },
  now: () => Math.floor(now / 1000),
  stop(): void {
    globalThis.Date = RealDate;
  },
};
