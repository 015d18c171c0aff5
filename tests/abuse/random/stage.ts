import type { Gateways } from '@outharbor/api/context';
import { createFirebaseApp } from '@outharbor/api/gateways/firebase-app';
import { createFirebaseLedger } from '@outharbor/api/gateways/firebase-ledger';
import { routeFirebaseLog } from '@outharbor/api/gateways/firebase-log';
import { createStripeGateway } from '@outharbor/api/gateways/stripe';
import { buildLogger } from '@outharbor/api/logging/build-logger';
import { createMetrics } from '@outharbor/api/metrics/metrics';
import { reconcileAll } from '@outharbor/api/reconciler/reconcile-all';
import { createPlanWriter } from '@outharbor/api/subscriptions/plan-writer';
import { deleteApp } from 'firebase-admin/app';
import { startWorld } from '../support/world.ts';
import { trustingIdentity } from './faulty-apis.ts';

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** The emulators and healthy gateways to them, on which schedules are played one after another. */
export async function openStage() {
  const world = await startWorld({ apis: 0 });
  const firebase = createFirebaseApp(world.config.firebase);
  routeFirebaseLog(buildLogger({ level: 'silent' }));
  const observe = () => {};
  const gateways: Gateways = {
    payments: createStripeGateway(world.config.stripe, observe),
    ledger: createFirebaseLedger(firebase, world.config.firebase, observe),
    identity: trustingIdentity,
  };

  return {
    ...world,
    gateways,
    /** A whole round of the reconciler, some minutes after everything else. */
    async reconcile(): Promise<void> {
      const now = (await world.stripe.now()) + 300;
      const parts = { ...gateways, logger: buildLogger({ level: 'silent' }), metrics: createMetrics() };
      await reconcileAll({ ...parts, synchronisePlan: createPlanWriter(parts), now: () => now });
    },
    async close() {
      await deleteApp(firebase);
      await world.close();
    },
  };
}
