import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultBody, FaultSwitches } from './fault-switches.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    faultTarget?: FaultBody['target'];
  }
}

/** A `fail` fault, answered like an internal error but not logged. */
export class InjectedFailure extends Error {
  constructor() {
    super('A fault is switched on for this route.');
    this.name = 'InjectedFailure';
  }
}

export function addFaultGate(app: FastifyInstance, faults: FaultSwitches): void {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const target = request.routeOptions.config.faultTarget;
    const fault = target && faults.strike((armed) => armed.target === target);
    if (!fault) return;
    if (fault.mode === 'fail') throw new InjectedFailure();
    if (fault.mode === 'slow') await slowDown(fault.delayMs, closing.signal);
    if (fault.mode === 'drop') request.raw.socket.destroy();
    if (fault.mode === 'hang' || fault.mode === 'drop') reply.hijack();
  });
}

/** A closing server does not wait for the requests it slowed down. */
async function slowDown(delayMs: number, closing: AbortSignal): Promise<void> {
  await wait(delayMs, undefined, { signal: closing }).catch(() => {
    throw new InjectedFailure();
  });
}
