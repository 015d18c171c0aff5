/** Disables an account through the emulator's admin API. */
export async function disableAccount(identityUrl: string, uid: string): Promise<void> {
  const path = '/identitytoolkit.googleapis.com/v1/projects/demo-outharbor/accounts:update';
  const answer = await fetch(`${identityUrl}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ localId: uid, disableUser: true }),
  });
  if (!answer.ok) throw new Error(`The account could not be disabled: ${await answer.text()}`);
}
