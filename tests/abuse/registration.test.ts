import { isEmail, isName } from '@outharbor/contract/person';
import { DATABASE_PATHS } from '@outharbor/contract/user-record';
import { get, ref, set } from 'firebase/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newPerson } from '../support/people.ts';
import { registerVisitor, type SdkVisitor, signInVisitor } from '../support/sdk-visitor.ts';

const addressOf = (length: number) => `${'x'.repeat(length - '@example.com'.length)}@example.com`;

describe('a name or an address that one part takes and another refuses', () => {
  const target = embeddedTarget();
  let ada: SdkVisitor;
  beforeAll(async () => {
    ada = await registerVisitor(target().url, newPerson());
  });
  afterAll(() => ada.leave());

  const recordOf = ({ user, database }: SdkVisitor) => ref(database, DATABASE_PATHS.user(user.uid));
  const customerOf = async ({ user }: SdkVisitor) =>
    (await target().stack.stripe.state()).customers.find(
      (one) => !one.deleted && one.metadata.uid === user.uid,
    );

  it.each<[string, string, boolean]>([
    ['of 200 characters', 'x'.repeat(200), true],
    ['of 201 characters', 'x'.repeat(201), false],
    ['with an emoji before the limit', `${'x'.repeat(198)}🚀`, true],
    ['with an emoji across the limit', `${'x'.repeat(199)}🚀`, false],
    ['of two lines', 'Ada\nLovelace', false],
    ['of blanks', '   ', false],
  ])('a name %s is one to the form and the record alike, or to neither', async (_what, userName, isValid) => {
    expect(isName(userName)).toBe(isValid);
    const record = { uid: ada.user.uid, email: ada.user.email, userName };
    const isWritten = await set(recordOf(ada), record).then(
      () => true,
      () => false,
    );
    expect(isWritten).toBe(isValid);
  });

  it('the longest name and address are registered, recorded and sold to', async () => {
    const [name, email] = [`${'x'.repeat(198)}🚀`, addressOf(254)];
    expect([isName(name), isEmail(email)]).toEqual([true, true]);
    const person = { ...newPerson(), name, email };
    const registered = await registerVisitor(target().url, person);
    await registered.leave();
    // The token of a sign-in names what the one of the registration could not know yet.
    const visitor = await signInVisitor(target().url, person);
    expect((await get(recordOf(visitor))).val()).toEqual({ uid: visitor.user.uid, email, userName: name });
    await visitor.checkOut(500);
    expect(await customerOf(visitor)).toMatchObject({ name, email });
    await visitor.leave();
  });

  it('an address that Firebase Auth takes and mail does not is refused by the form, and is sold to all the same', async () => {
    const email = addressOf(256);
    expect([isEmail(addressOf(255)), isEmail(email)]).toEqual([false, false]);
    const visitor = await registerVisitor(target().url, { ...newPerson(), email });
    await visitor.checkOut(500);
    expect(await customerOf(visitor)).toMatchObject({ email: null });
    await visitor.leave();
  });

  it("somebody else's address does not stand in one's own record", async () => {
    const record = { uid: ada.user.uid, email: 'somebody-else@example.com', userName: 'Ada' };
    await expect(set(recordOf(ada), record)).rejects.toThrow(/PERMISSION_DENIED/);
  });
});
