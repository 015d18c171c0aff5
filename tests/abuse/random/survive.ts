/** A killed API answers nothing, which is not a fault of the test. */
export async function survive<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TypeError || (error instanceof Error && error.message.startsWith('No such')))
      return undefined;
    if (error instanceof Error && 'type' in error) return undefined;
    throw error;
  }
}
