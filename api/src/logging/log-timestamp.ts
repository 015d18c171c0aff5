/** The time of a line as a field of JSON, made once for all lines of a millisecond. */
export function createTimestamp(now: () => number = Date.now): () => string {
  let millisecond = Number.NaN;
  let field = '';
  return () => {
    const time = now();
    if (time !== millisecond) {
      millisecond = time;
      field = `,"time":"${new Date(time).toISOString()}"`;
    }
    return field;
  };
}
