import type { PlanPrice } from '@outharbor/contract/plans';
import type { LoopTarget } from './loop-suite.ts';
import { CARDS, newPerson, type Person } from './people.ts';
import { registerVisitor, type SdkVisitor } from './sdk-visitor.ts';

/** Registers a user and signs them out. */
export async function newMember({ url }: Pick<LoopTarget, 'url'>, person = newPerson()): Promise<Person> {
  await (await registerVisitor(url, person)).leave();
  return person;
}

/** Registers a user who starts a checkout of the plan sold at `price` and leaves. */
export async function newBuyer({ url }: Pick<LoopTarget, 'url'>, price: PlanPrice) {
  const person = newPerson();
  const visitor = await registerVisitor(url, person);
  const checkout = await visitor.checkOut(price);
  const { uid } = visitor.user;
  await visitor.leave();
  return { person, uid, checkout };
}

/** Buys the plan sold at `price` and confirms the payment. */
export async function subscribe(
  visitor: SdkVisitor,
  { pay }: Pick<LoopTarget, 'pay'>,
  price: PlanPrice,
  card: string = CARDS.pays,
): Promise<void> {
  const { id } = await visitor.checkOut(price);
  await pay(id, card);
  await visitor.confirm(id);
}

/** Registers a user who buys the plan sold at `price`, and signs them out. */
export async function newSubscriber(
  target: Pick<LoopTarget, 'url' | 'pay'>,
  price: PlanPrice,
  card?: string,
): Promise<Person> {
  const person = newPerson();
  const visitor = await registerVisitor(target.url, person);
  await subscribe(visitor, target, price, card);
  await visitor.leave();
  return person;
}
