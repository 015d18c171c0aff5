import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { addCall, requirePlan } from '../plugins/identify.ts';
import { createPortalSession } from './create-portal-session.ts';
import { openPlanChange } from './open-plan-change.ts';
import { deleteAccount, exportAccount, keepPlan, readOverview, signOutEverywhere } from './own-account.ts';

const tag = 'account';

export function addAccountRoutes(app: FastifyInstance, context: Context): void {
  addCall(app, context, ['account', tag], (user) => readOverview(context, user));
  addCall(app, context, ['keepPlan', tag], (user) => keepPlan(context, user));
  addCall(app, context, ['signOutEverywhere', tag], (user) => signOutEverywhere(context, user));
  addCall(app, context, ['exportAccount', tag], (user) => exportAccount(context, user));
  addCall(app, context, ['deleteAccount', tag], (user) => deleteAccount(context, user));
  addCall(app, context, ['createPlanChangeSession', tag], (user, { plan, agreed }) =>
    openPlanChange(context, user, { plan: requirePlan(plan), agreed }),
  );
  addCall(app, context, ['createBillingPortalSession', 'billing portal'], async (user, { returnTo }) => ({
    url: await createPortalSession(context, user, returnTo),
  }));
}
