import { planByProduct } from '@outharbor/contract/plans';
import type { StateSnapshot } from '@outharbor/stripe-emulator/control-client';
import type Stripe from 'stripe';
import { findOwner } from './operator-steps.ts';
import type { Person } from './person.ts';
import type { Play, Violation } from './play-state.ts';

/** Written from docs/subscription-policy.md, whatever the API does. */
export async function brokenPolicies(play: Play): Promise<Violation[]> {
  const found: Violation[] = [...play.stage.touched];
  for (const livemode of [false, true]) {
    const state = await play.stage.stripe.state({ livemode });
    for (const fleet of play.fleets) {
      if (fleet.livemode !== livemode) continue;
      const isOwner = ({ user, fleet: theirs }: Person, uid: string) => theirs === fleet && user.uid === uid;
      for (const one of state.subscriptions.filter(isCharging)) {
        if (!isFor(one, state, fleet.site.name)) continue;
        const owner = findOwner(one, state.customers, fleet.site.name);
        const person = play.people.find((any) => isOwner(any, owner ?? ''));
        // "cannot be attributed … raises `alert: subscription_not_connected`"
        if (person === undefined && !wasTold(play, 'subscription_not_connected', one.id))
          found.push(`${one.id} names nobody, and nobody was told`);
        // "A subscription that you make beside one that was sold": the operator is told.
        if (person !== undefined && (await isSecondByHand(person, one)))
          if (!wasTold(play, 'second_subscription_by_hand', one.id))
            found.push(`${one.id} is a second one by hand, and nobody was told`);
      }
    }
  }
  return found;
}

const isCharging = ({ status, pause_collection, items }: Stripe.Subscription) =>
  ['active', 'trialing', 'past_due'].includes(status) &&
  pause_collection === null &&
  items.data.some(({ price }) => planByProduct(String(price.product)) !== undefined);

/** It names the deployment, or its customer does. */
function isFor({ metadata, customer: id }: Stripe.Subscription, state: StateSnapshot, deployment: string) {
  const customer = state.customers.find((one) => one.id === id);
  const payers = customer === undefined || customer.deleted ? undefined : customer.metadata.deployment;
  return [metadata.deployment, payers].includes(deployment);
}

async function isSecondByHand({ fleet, user }: Person, one: Stripe.Subscription): Promise<boolean> {
  if (one.metadata.uid !== undefined || fleet.erased.has(user.uid)) return false;
  const { subscriptionId } = await fleet.site.ledger.read(user.uid);
  return subscriptionId !== undefined && subscriptionId !== one.id;
}

const wasTold = ({ stage }: Play, alert: string, subscription: string) =>
  stage.lines.some((line) => line.includes(`"alert":"${alert}"`) && line.includes(subscription));
