/**
 * Collects the items of one event loop turn and handles them together at its end. Pending responses do not
 * wait for this, and running the same code many times in a row costs a fraction of running it separately.
 */
export function inBatches<T>(handle: (item: T) => void): (item: T) => void {
  let waiting: T[] = [];
  const handleAll = () => {
    const batch = waiting;
    waiting = [];
    batch.forEach(handle);
  };
  return (item) => {
    if (waiting.push(item) === 1) setImmediate(handleAll);
  };
}
