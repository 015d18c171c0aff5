import type Stripe from 'stripe';
import { invalidRequest } from '../../description/api-error.ts';
import { parameterAtStripe } from '../../description/description.ts';
import { requireAccount, requireConnected } from '../../kinds/account-contexts.ts';
import { type Endpoint, get, nothing, post, retrieval } from '../../kinds/endpoint.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { capabilityWire, changeAccount, requestedCapability } from './change-account.ts';

const PATH = '/v1/accounts/:id/capabilities';

const updateParams = callParams<Stripe.AccountUpdateCapabilityParams>(`POST ${PATH}/:id`);

export const capabilityEndpoints: readonly Endpoint[] = [
  retrieval(PATH, (context, id) => {
    const account = requireAccount(context, id);
    const data = Object.keys(account.capabilities).map((name) => capabilityWire(context, account, name));
    return { object: 'list', data, has_more: false, url: `/v1/accounts/${id}/capabilities` };
  }),
  get(`${PATH}/:capability`, nothing, (context, _params, { id = '', capability = '' }) =>
    capabilityWire(context, requireAccount(context, id), requireCapability(capability)),
  ),
  post(`${PATH}/:capability`, updateParams, (context, { requested }, { id = '', capability = '' }) => {
    const account = requireConnected(context, id);
    const name = requireCapability(capability);
    if (requested !== undefined) {
      const { capabilities } = account;
      const after = requestedCapability(capabilities[name], requested, context.time.now());
      changeAccount(context, account, () =>
        context.store.accounts.put({ ...account, capabilities: { ...capabilities, [name]: after } }),
      );
    }
    return capabilityWire(context, requireAccount(context, id), name);
  }),
];

const CAPABILITIES = parameterAtStripe('POST /v1/accounts', 'capabilities').flatMap((schema) =>
  typeof schema === 'object' && 'fields' in schema ? Object.keys(schema.fields) : [],
);

function requireCapability(name: string): string {
  if (CAPABILITIES.includes(name)) return name;
  throw invalidRequest(`Invalid capability: ${name}`, { param: 'capability' });
}
