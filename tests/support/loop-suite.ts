import { PLANS } from '@outharbor/contract/plans';
import { describe, expect, it } from 'vitest';
import { CARDS, newPerson } from './people.ts';
import { registerVisitor, signInVisitor } from './sdk-visitor.ts';

/** A running stack of any form. */
export interface LoopTarget {
  readonly url: string;
  /** Pays a checkout session and resolves with the outcome. */
  pay(sessionId: string, card: string): Promise<'paid' | 'declined'>;
  /** Resolves once every webhook has been delivered. */
  settle(): Promise<void>;
}

/** Tests the purchase through the SDKs, for every form of the stack. */
export function describeLoop(target: () => LoopTarget): void {
  describe('a purchase without a browser', () => {
    it.each(PLANS)(
      'sells the $name plan: register, record, checkout, pay, confirm, sign in again',
      async (plan) => {
        const { url, pay } = target();
        const person = newPerson();
        const visitor = await registerVisitor(url, person);
        const session = await visitor.checkOut(plan.price);
        expect(new URL(session.url).origin).toBe(url);
        await visitor.recordWhen((record) => record?.subscription?.sessionId === session.id);

        expect(await pay(session.id, CARDS.pays)).toBe('paid');
        expect(await visitor.confirm(session.id)).toEqual({ planType: plan.name, sessionId: session.id });
        const record = await visitor.recordWhen((now) => now?.subscription?.planType !== undefined);
        expect(record).toEqual({
          uid: visitor.user.uid,
          email: person.email,
          userName: person.name,
          subscription: { planType: plan.name, sessionId: session.id },
        });
        await visitor.leave();

        const again = await signInVisitor(url, person);
        await again.recordWhen((now) => now?.subscription?.planType === plan.name);
        await again.leave();
      },
    );
  });
}
