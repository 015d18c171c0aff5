import { type IdentityServer, type IdentityServerOptions, startIdentityServer } from './identity-server.ts';

/** What the parent asks for; the answer carries the same id. */
export interface ChildRequest {
  readonly id: number;
  readonly call: 'reset' | 'settle' | 'close';
}
export type ChildMessage =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'answer'; readonly id: number; readonly reason?: string };

const send = (message: ChildMessage) => process.send?.(message);
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function run(options: IdentityServerOptions): Promise<void> {
  const server = await startIdentityServer(options);
  process.on('message', (request: ChildRequest) => answer(server, request));
  // The parent closes in order; without a parent, or asked by a signal, it saves the accounts and ends.
  const end = () => server.close().finally(() => process.exit());
  process.on('disconnect', end);
  process.on('SIGTERM', end);
  send({ kind: 'ready', port: server.port });
}

async function answer(server: IdentityServer, { id, call }: ChildRequest): Promise<void> {
  try {
    await server[call]();
    send({ kind: 'answer', id });
  } catch (error) {
    send({ kind: 'answer', id, reason: reasonOf(error) });
  }
  if (call === 'close') process.disconnect?.();
}

// Ctrl-C reaches the whole process group; the parent decides when this process ends.
process.on('SIGINT', () => undefined);
process.once('message', (options: IdentityServerOptions) => {
  run(options).catch((error) => {
    send({ kind: 'failed', reason: reasonOf(error) });
    process.disconnect?.();
  });
});
