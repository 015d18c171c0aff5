import { API_PATHS } from '@outharbor/contract/paths';
import type { PlanPrice } from '@outharbor/contract/plans';
import { requestJson } from './target-request.ts';

/** The product's own API, called through its public origin as the site calls it. */
export class SiteTarget {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async createCheckoutSession(user: { uid: string; idToken: string }, plan: PlanPrice): Promise<string> {
    const { session } = await requestJson<{ session: { id: string } }>(
      `${this.#url}${API_PATHS.createCheckoutSession}`,
      { method: 'POST', bearer: user.idToken, body: { plan, customerId: user.uid } },
    );
    return session.id;
  }
}
