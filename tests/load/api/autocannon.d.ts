declare module 'autocannon' {
  interface Client {
    setHeadersAndBody(headers: Readonly<Record<string, string>>, body: string): void;
  }
  interface Options {
    readonly url: string;
    readonly method: string;
    readonly connections: number;
    readonly duration: number;
    /** Called for every connection before its first request. */
    readonly setupClient: (client: Client) => void;
  }
  interface Result {
    readonly requests: { readonly total: number };
    readonly duration: number;
    readonly non2xx: number;
    readonly errors: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  }
  function autocannon(options: Options): Promise<Result>;
  export = autocannon;
}
