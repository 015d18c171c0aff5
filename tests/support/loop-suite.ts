import { PLANS } from '@outharbor/contract/plans';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
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

    it('grants the plan even if the tab is closed after paying', async () => {
      const { url, pay, settle } = target();
      const visitor = await registerVisitor(url, newPerson());
      const session = await visitor.checkOut(NEXT.price);
      await pay(session.id, CARDS.pays);
      await settle();
      await visitor.recordWhen((record) => record?.subscription?.planType === NEXT.name);
      await visitor.leave();
    });

    it('grants no plan for a declined card, then the plan after a retry with another card', async () => {
      const { url, pay } = target();
      const visitor = await registerVisitor(url, newPerson());
      const session = await visitor.checkOut(FIRST.price);
      expect(await pay(session.id, CARDS.declined)).toBe('declined');
      await expect(visitor.confirm(session.id)).rejects.toThrow(/409.*payment_incomplete/);
      expect(await pay(session.id, CARDS.pays)).toBe('paid');
      expect(await visitor.confirm(session.id)).toMatchObject({ planType: FIRST.name });
      await visitor.leave();
    });

    it('confirms a payment idempotently', async () => {
      const { url, pay } = target();
      const visitor = await registerVisitor(url, newPerson());
      const session = await visitor.checkOut(FIRST.price);
      await pay(session.id, CARDS.pays);
      const answers = await Promise.all([1, 2, 3].map(() => visitor.confirm(session.id)));
      expect(new Set(answers.map(({ planType }) => planType))).toEqual(new Set([FIRST.name]));
      await expect(visitor.checkOut(NEXT.price)).rejects.toThrow(/409.*plan_already_active/);
      await visitor.leave();
    });

    it('does not grant a plan that another user paid for', async () => {
      const { url, pay } = target();
      const [buyer, thief] = await Promise.all([
        registerVisitor(url, newPerson()),
        registerVisitor(url, newPerson()),
      ]);
      const session = await buyer.checkOut(LAST.price);
      await pay(session.id, CARDS.pays);
      await expect(thief.confirm(session.id)).rejects.toThrow(/40[34]/);
      const record = await thief.recordWhen((now) => now !== null);
      expect(record?.subscription?.planType).toBeUndefined();
      await Promise.all([buyer.leave(), thief.leave()]);
    });
  });
}
