/** Makes `calls` calls with the given concurrency and returns the calls per second. */
export async function callsPerSecond(
  calls: number,
  parallel: number,
  call: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const started = performance.now();
  const lane = async () => {
    while (next < calls) {
      const index = next;
      next += 1;
      await call(index);
    }
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  return Math.round(calls / ((performance.now() - started) / 1000));
}
