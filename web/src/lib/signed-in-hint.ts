/**
 * Whether a user may be signed in, read from where the Firebase SDK stores the user, without loading the SDK.
 * True if local storage is unavailable.
 */
export function hasSignedInHint(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('firebase:authUser:'));
  } catch {
    return true;
  }
}
