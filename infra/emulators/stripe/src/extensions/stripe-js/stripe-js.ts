import type { Part } from '../../kinds/part.ts';
import { scriptRoutes } from '../../pages/script-routes.ts';
import { elementRoutes } from './element-routes.ts';

export const stripeJs: Part = {
  pages: (server, { findSettings, holding, ofKey }) => {
    elementRoutes(server, {
      sessionContext: holding(({ sessions }, id) => sessions.get(id.split('_secret_')[0] ?? '')),
      intentContext: holding((store, id) => store.paymentIntents.get(id) ?? store.setupIntents.get(id)),
      keyContext: ofKey,
    });
    scriptRoutes(server, findSettings);
  },
};
