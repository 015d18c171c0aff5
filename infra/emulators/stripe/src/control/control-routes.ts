import { CLOCK_ROUTES, type ControlRoutes, deliveryRoutes } from '@outharbor/emulator-kit/control-server';
import { faultRoutes } from '@outharbor/emulator-kit/faults';
import { anyObject } from '@outharbor/emulator-kit/json-reader';
import {
  readDeliveryPlan,
  readDisputeOutcome,
  readFault,
  readLateSettings,
  readNewDispute,
  readPayment,
  readRedelivery,
  readRelease,
  readSeed,
} from './control-bodies.ts';
import type { Control } from './control-types.ts';

export const CONTROL_ROUTES: ControlRoutes<Control> = {
  ...CLOCK_ROUTES,
  ...faultRoutes(readFault),
  ...deliveryRoutes(readRedelivery),
  'GET /state': (account, { query }) => {
    const livemode = query.get('livemode');
    return account.state(livemode === null ? {} : { livemode: readFlag(livemode) });
  },
  'POST /seed': (account, { body }) => account.seed(body(readSeed)),
  'POST /configure': (account, { body }) => account.configure(body(readLateSettings)),
  'GET /counters': (account) => account.counters(),
  'GET /coverage': (account) => account.coverage(),
  'GET /unsupported': (account) => account.unsupported(),
  'POST /checkout/sessions/:id/pay': (account, { params, body }) =>
    account.pay(params.id ?? '', body(readPayment)),
  'POST /charges/:id/dispute': (account, { params, body }) =>
    account.dispute(params.id ?? '', body(readNewDispute)),
  'POST /disputes/:id/close': (account, { params, body }) =>
    account.closeDispute(params.id ?? '', body(readDisputeOutcome)),
  'POST /deliveries/plan': (account, { body }) => account.planDeliveries(body(readDeliveryPlan)),
  'POST /deliveries/release': async (account, { body }) => ({
    released: await account.releaseDeliveries(body(readRelease)),
  }),
  'GET /switches': (account) => account.switches(),
  // `setSwitches` validates the values.
  'POST /switches': (account, { body }) => account.setSwitches(body(anyObject)),
};

function readFlag(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new RangeError('livemode must be true or false');
}
