/** Returns null if a published value is malformed, so that nothing can be computed from it. */
export async function tried<T>(compute: () => Promise<T>): Promise<T | null> {
  try {
    return await compute();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
