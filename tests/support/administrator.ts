/** What an administrator of the emulated Firebase project does, at the emulator itself. */
export async function disableAccount(identityUrl: string, uid: string): Promise<void> {
  const path = '/identitytoolkit.googleapis.com/v1/projects/demo-outharbor/accounts:update';
  const answer = await fetch(`${identityUrl}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ localId: uid, disableUser: true }),
  });
  if (!answer.ok) throw new Error(`The account was not disabled: ${await answer.text()}`);
}
