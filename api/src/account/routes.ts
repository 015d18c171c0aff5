import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { API_PATHS } from '@outharbor/contract/paths';
import { planByPrice } from '@outharbor/contract/plans';
import {
  AccountResponse,
  CreatePlanChangeSessionRequest,
  CreatePlanChangeSessionResponse,
  DeleteAccountResponse,
  ErrorResponse,
  ExportAccountResponse,
  KeepPlanResponse,
  OwnAccountRequest,
  SignOutEverywhereResponse,
} from '@outharbor/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { SignedIn } from '../gateways/identity.ts';
import { identify } from '../plugins/identify.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { keepPlan } from './keep-plan.ts';
import { openPlanChange } from './open-plan-change.ts';
import { readOverview } from './read-overview.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';

type OwnCall<T> = (context: Context, user: SignedIn) => Promise<T>;

export function addAccountRoutes(instance: FastifyInstance, context: Context): void {
  const typed = instance.withTypeProvider<TypeBoxTypeProvider>();
  const own = <T>(path: string, response: TSchema, call: OwnCall<T>) =>
    typed.post(path, { schema: buildSchema(OwnAccountRequest, response) }, async (request) => {
      const user = await identify(context.identity, request, request.body.customerId);
      return call(context, user);
    });
  own(API_PATHS.account, AccountResponse, readOverview);
  own(API_PATHS.keepPlan, KeepPlanResponse, keepPlan);
  own(API_PATHS.signOutEverywhere, SignOutEverywhereResponse, signOutEverywhere);
  own(API_PATHS.exportAccount, ExportAccountResponse, exportAccount);
  own(API_PATHS.deleteAccount, DeleteAccountResponse, deleteAccount);

  const schema = buildSchema(CreatePlanChangeSessionRequest, CreatePlanChangeSessionResponse);
  typed.post(API_PATHS.createPlanChangeSession, { schema }, async (request) => {
    const user = await identify(context.identity, request, request.body.customerId);
    const plan = planByPrice(request.body.plan);
    if (plan === undefined) throw new AppError('validation_failed');
    return openPlanChange(context, user, { plan: plan.name, agreed: request.body.agreed });
  });
}

function buildSchema<Body extends TSchema>(body: Body, response: TSchema) {
  return {
    tags: ['account'],
    security: [{ idToken: [] }],
    body,
    response: { 200: response, default: ErrorResponse },
  };
}
