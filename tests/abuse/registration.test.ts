import { isEmail, isName } from '@outharbor/contract/person';
import { FIRST } from '@outharbor/contract/testing/plans';
import { DATABASE_PATHS } from '@outharbor/contract/user-record';
import { get, ref } from 'firebase/database';
import { describe, expect, it } from 'vitest';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newPerson } from '../support/people.ts';
import { registerVisitor, type SdkVisitor, signInVisitor } from '../support/sdk-visitor.ts';

const longAddress = (length: number) => `${'x'.repeat(length - '@example.com'.length)}@example.com`;

describe('names and email addresses at their limits', () => {
  const target = embeddedTarget();
  const recordRef = ({ user, database }: SdkVisitor) => ref(database, DATABASE_PATHS.user(user.uid));
  const findCustomer = async ({ user }: SdkVisitor) =>
    (await target().stack.stripe.state()).customers.find(
      (one) => !one.deleted && one.metadata.uid === user.uid,
    );

  it('accepts the longest name and address at registration, in the record and at checkout', async () => {
    const [name, email] = [`${'x'.repeat(198)}🚀`, longAddress(254)];
    expect([isName(name), isEmail(email)]).toEqual([true, true]);
    const person = { ...newPerson(), name, email };
    const registered = await registerVisitor(target().url, person);
    await registered.leave();
    // The token from registration predates the display name; the one from a sign-in contains it.
    const visitor = await signInVisitor(target().url, person);
    expect((await get(recordRef(visitor))).val()).toEqual({ uid: visitor.user.uid, email, userName: name });
    await visitor.checkOut(FIRST.price);
    expect(await findCustomer(visitor)).toMatchObject({ name, email });
    await visitor.leave();
  });

  it('the form rejects an address that is too long for mail, but its owner can still check out', async () => {
    const email = longAddress(256);
    expect([isEmail(longAddress(255)), isEmail(email)]).toEqual([false, false]);
    const visitor = await registerVisitor(target().url, { ...newPerson(), email });
    await visitor.checkOut(FIRST.price);
    expect(await findCustomer(visitor)).toMatchObject({ email: null });
    await visitor.leave();
  });
});
