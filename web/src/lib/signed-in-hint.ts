/**
 * The identity provider's library keeps the user in the local storage. This reads no more than that, without the
 * library; where the storage is closed, somebody may be signed in all the same.
 */
export function somebodyMayBeSignedIn(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('firebase:authUser:'));
  } catch {
    return true;
  }
}
