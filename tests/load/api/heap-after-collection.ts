interface Reply {
  readonly id: number;
  readonly result?: { readonly usedSize?: number };
}

const METHODS = ['HeapProfiler.collectGarbage', 'Runtime.getHeapUsage'];

/** Heap in use after a full garbage collection, in megabytes. `output` contains the inspector's URL. */
export async function heapAfterCollection(output: string): Promise<number> {
  const address = /ws:\/\/\S+/.exec(output)?.[0];
  if (address === undefined) throw new Error('the process was started without --inspect');
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const inspector = new WebSocket(address);
  inspector.addEventListener('close', () => reject(new Error('the inspector closed')));
  inspector.addEventListener('open', () => {
    for (const [id, method] of METHODS.entries()) inspector.send(JSON.stringify({ id, method }));
  });
  inspector.addEventListener('message', ({ data }) => {
    const { id, result }: Reply = JSON.parse(String(data));
    if (id === METHODS.length - 1) resolve(Math.round((result?.usedSize ?? Number.NaN) / 1024 ** 2));
  });
  try {
    return await promise;
  } finally {
    inspector.close();
  }
}
