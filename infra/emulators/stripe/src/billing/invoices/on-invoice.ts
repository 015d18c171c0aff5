import type { FastifyReply } from 'fastify';
import type { Context } from '../../kinds/context.ts';
import type { FindContext } from '../../kinds/part.ts';
import type { Invoice } from '../billing-entities.ts';

interface Lookup {
  readonly accepts: (invoice: Invoice) => boolean;
  readonly otherwise: (context: Context, reply: FastifyReply, id: string) => FastifyReply;
}

/** Returns a function that answers with `act` if the invoice is accepted. */
export function onInvoice(findContext: FindContext, { accepts, otherwise }: Lookup) {
  return (id: string, reply: FastifyReply, act: (context: Context, invoice: Invoice) => FastifyReply) => {
    const context = findContext(reply.request, id);
    const invoice = context.store.invoices.get(id);
    return invoice && accepts(invoice) ? act(context, invoice) : otherwise(context, reply, id);
  };
}
