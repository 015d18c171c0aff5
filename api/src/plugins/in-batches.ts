/**
 * Collects what comes within one turn of the event loop and has it handled together at its end. Answers that are still to
 * be written do not wait for it, and the same code run many times in a row costs a fraction of what it costs alone.
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
