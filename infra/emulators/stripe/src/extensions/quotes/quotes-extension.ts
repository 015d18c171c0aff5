import { lineItemWire, taxesWire } from '../../checkout/session-lines.ts';
import type { Context } from '../../kinds/context.ts';
import { type Part, reference } from '../../kinds/part.ts';
import { firstPage } from '../../kinds/read-page.ts';
import type { Collection } from '../../kinds/store/collection.ts';
import { type Quote, quoteDiscounts, quotedLines, quoteWire, upfrontLines } from './quote.ts';
import { cancelQuote, quoteEndpoints } from './quotes.ts';

declare module '../../kinds/store/store.ts' {
  interface Store {
    readonly quotes: Collection<Quote>;
  }
}

const isPending = ({ status }: Quote) => status === 'draft' || status === 'open';

const embedded = (name: string, find: typeof quotedLines) => (context: Context, id: unknown) => {
  const quote = context.store.quotes.get(String(id));
  const lines = quote === undefined ? [] : find(context, quote);
  return firstPage(
    lines.map((line) => lineItemWire(context, line)),
    `/v1/quotes/${id}/${name}`,
  );
};

const quoted = embedded('line_items', quotedLines);
const upfront = embedded('computed_upfront_line_items', upfrontLines);

export const quotes: Part = {
  collections: { quotes: null },
  endpoints: quoteEndpoints,
  references: { quote: reference('quote', (store) => store.quotes, quoteWire) },
  fields: {
    'item.taxes': (context, { id }) => {
      for (const quote of context.store.quotes.values()) {
        const line = quotedLines(context, quote).find(({ item }) => item.id === id);
        if (line !== undefined) return taxesWire(context, line.taxes);
      }
      return undefined;
    },
    'quote.discounts': ({ store }, { id }) => {
      const quote = store.quotes.get(String(id));
      return quote && quoteDiscounts(quote);
    },
    'quote.line_items': (context, { id }) => quoted(context, id),
    'quote/line_items': (context, _part, { id }) => upfront(context, id),
  },
  timed: {
    quotes: {
      due: (quote) => [isPending(quote) ? quote.expires_at : null, quote.test_clock],
      run: (context, quote, at) => {
        if (isPending(quote) && quote.expires_at <= at) cancelQuote(context, quote, at);
      },
    },
  },
};
