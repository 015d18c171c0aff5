import { API_PATHS } from '@outharbor/contract/paths';
import {
  AccountResponse,
  CreatePlanChangeSessionRequest,
  CreatePlanChangeSessionResponse,
  DeleteAccountResponse,
  ExportAccountResponse,
  KeepPlanResponse,
  OwnAccountRequest,
  SignOutEverywhereResponse,
} from '@outharbor/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { addPersonRoute, requirePlan } from '../plugins/identify.ts';
import { openPlanChange } from './open-plan-change.ts';
import { deleteAccount, exportAccount, keepPlan, readOverview, signOutEverywhere } from './own-account.ts';

const tag = 'account';
const OWN = [
  [API_PATHS.account, AccountResponse, readOverview],
  [API_PATHS.keepPlan, KeepPlanResponse, keepPlan],
  [API_PATHS.signOutEverywhere, SignOutEverywhereResponse, signOutEverywhere],
  [API_PATHS.exportAccount, ExportAccountResponse, exportAccount],
  [API_PATHS.deleteAccount, DeleteAccountResponse, deleteAccount],
] as const;

export function addAccountRoutes(app: FastifyInstance, context: Context): void {
  for (const [path, response, call] of OWN) {
    const route = { path, tag, body: OwnAccountRequest, response };
    addPersonRoute(app, context.identity, route, (user) => call(context, user));
  }
  addPersonRoute(
    app,
    context.identity,
    {
      path: API_PATHS.createPlanChangeSession,
      tag,
      body: CreatePlanChangeSessionRequest,
      response: CreatePlanChangeSessionResponse,
    },
    (user, { plan, agreed }) => openPlanChange(context, user, { plan: requirePlan(plan), agreed }),
  );
}
