import type { FastifyInstance, FastifyReply } from 'fastify';
import { taxIdProblems } from '../../customers/pages/tax-id-options.ts';
import { addTaxId, removeTaxId } from '../../customers/tax-id.ts';
import { DESCRIPTION } from '../../description/description.ts';
import type { FindContext } from '../../kinds/part.ts';
import { sendHtml } from '../../pages/send-page.ts';
import { customerPage, knownDetails } from './portal-customer-page.ts';
import { onVisit, type PortalRequest, toOverview, type Visit } from './portal-visit.ts';

interface TaxIdRequest extends PortalRequest {
  Params: PortalRequest['Params'] & { readonly tax_id: string };
}

export function taxIdRoutes(server: FastifyInstance, findContext: FindContext): void {
  const onTaxIds = (reply: FastifyReply, secret: string, act: (visit: Visit) => FastifyReply) =>
    onVisit(findContext, reply, secret, (visit) => {
      const { enabled, allowed_updates: fields } = visit.configuration.features.customer_update;
      return enabled && fields.includes('tax_id') ? act(visit) : toOverview(visit, reply);
    });
  server.post<TaxIdRequest>('/p/session/:secret/customer/tax-ids', ({ params, body }, reply) =>
    onTaxIds(reply, params.secret, (visit) => add(visit, new URLSearchParams(body), reply)),
  );
  server.post<TaxIdRequest>('/p/session/:secret/customer/tax-ids/:tax_id/remove', ({ params }, reply) =>
    onTaxIds(reply, params.secret, (visit) => {
      const { context, customer, path } = visit;
      const tax_id = context.store.taxIds.get(params.tax_id);
      if (tax_id?.customer === customer.id) context.store.transact(() => removeTaxId(context, tax_id));
      return reply.redirect(`${path}/customer`, 303);
    }),
  );
}

function add(visit: Visit, form: URLSearchParams, reply: FastifyReply): FastifyReply {
  const { context, customer, path } = visit;
  const answerTo = (name: string) => (form.get(name) ?? '').trim();
  const given = { type: answerTo('tax_id_type'), value: answerTo('tax_id') };
  const errors = taxIdProblems(DESCRIPTION.taxIdTypes, given);
  if (Object.keys(errors).length > 0) {
    const again = { tax_id_type: given.type, tax_id: given.value };
    const page = { values: knownDetails(customer), errors: {}, tax_id: { given: again, errors } };
    return sendHtml(reply, customerPage(visit, page));
  }
  context.store.transact(() => addTaxId(context, customer, given));
  return reply.redirect(`${path}/customer`, 303);
}
