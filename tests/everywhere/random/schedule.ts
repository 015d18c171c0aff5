import fc from 'fast-check';
import type { GatewayFault } from './faulty-gateways.ts';

/** Relative frequency of each step. Faults of the services are steps too. */
const WEIGHTS = {
  book: 12,
  pay: 14,
  confirm: 5,
  openPortal: 1,
  deliver: 6,
  deliverInOutage: 2,
  recover: 1,
  cancel: 2,
  passTime: 3,
  changeEmail: 1,
  // Actions of users and operators outside the API.
  createStraySession: 6,
  deleteCustomer: 2,
  mergeCustomer: 1,
  pauseCollection: 3,
  resumeCollection: 3,
  buyForeign: 1,
  dispute: 2,
  reprice: 1,
  moveToSpecialPrice: 1,
  addItem: 1,
  subscribeByHand: 1,
  refundByHand: 2,
  disableAccount: 1,
  enableAccount: 2,
  deleteAccount: 1,
  // The owner's bargains, settings and slips.
  giveCoupon: 1,
  giveTrial: 1,
  giveCredit: 1,
  endWithPeriod: 2,
  changeQuantity: 1,
  schedule: 2,
  mistypeMark: 2,
  clearDeployment: 2,
  archivePrice: 1,
  switchPortalOff: 1,
  forbidSearch: 1,
  // Faults of the services.
  loseBilling: 1,
  backUp: 1,
  restoreBackup: 1,
  rejectRefunds: 1,
  delayLists: 1,
  breakRequest: 3,
  eraseAccount: 1,
  goLive: 1,
} as const;

export type Act = keyof typeof WEIGHTS;

export interface Step {
  readonly act: Act;
  /** Numbers of the user and of the target, counted from the newest; both wrap around. */
  readonly who: number;
  readonly which: number;
}

interface InjectedFault {
  /** Ordinal of the gateway call, counted across all processes. */
  readonly call: number;
  readonly fault: GatewayFault;
}

export interface Schedule {
  readonly processes: number;
  /** By how many seconds each deployment's clock is ahead of Stripe's. */
  readonly clocks: readonly number[];
  /** The steps of a round run concurrently. */
  readonly rounds: readonly (readonly Step[])[];
  readonly faults: readonly InjectedFault[];
  /** Stripe stops delivering before the end, so only the reconciler can recover. */
  readonly deliveriesEnd: boolean;
}

const acts = fc.oneof(
  ...(Object.keys(WEIGHTS) as Act[]).map((act) => ({ arbitrary: fc.constant(act), weight: WEIGHTS[act] })),
);
const step: fc.Arbitrary<Step> = fc.record({ act: acts, who: fc.nat(4), which: fc.nat(59) });
const injectedFault: fc.Arbitrary<InjectedFault> = fc.record({
  call: fc.nat(250),
  fault: fc.constantFrom('fail_before', 'fail_after', 'crash_before', 'crash_after'),
});

const first = (act: Act): Step[] => [{ act, who: 0, which: 0 }];
/** Many steps need a user who has paid, so half of the schedules begin with a payment. */
const beginnings = fc.constantFrom<Step[][]>([], [first('book'), first('pay')]);
const rest = fc.array(fc.array(step, { minLength: 1, maxLength: 4, size: 'max' }), {
  minLength: 4,
  maxLength: 18,
  size: 'max',
});

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  processes: fc.integer({ min: 1, max: 2 }),
  clocks: fc.array(fc.constantFrom(0, 3, 600, -3, -600), { minLength: 2, maxLength: 2 }),
  rounds: fc.tuple(beginnings, rest).map((parts) => parts.flat()),
  faults: fc.oneof(fc.constant([]), fc.array(injectedFault, { maxLength: 12, size: 'max' })),
  deliveriesEnd: fc.boolean(),
});
