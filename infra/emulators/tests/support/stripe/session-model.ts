import type { World } from './forms.ts';

export interface ModelSession {
  readonly id: string;
  readonly expiresAt: number;
  status: 'open' | 'complete' | 'expired';
  awaitsAuthentication: boolean;
}

/** The expected state of the sessions of an account, independent of the emulator. */
export class SessionModel {
  readonly sessions: ModelSession[] = [];
  /** Subscriptions that were canceled on request. */
  readonly canceled = new Set<string>();

  open(id: string, expiresAt: number): void {
    this.sessions.push({ id, expiresAt, status: 'open', awaitsAuthentication: false });
  }

  /** The session that a random number selects; undefined if there is none. */
  pick(lot: number): ModelSession | undefined {
    return this.sessions[lot % this.sessions.length];
  }

  passTime(now: number): void {
    for (const session of this.sessions) {
      if (session.status !== 'open' || session.expiresAt > now) continue;
      session.status = 'expired';
      session.awaitsAuthentication = false;
    }
  }
}

export interface Reality {
  readonly world: World;
  /** Makes the receiver reject that many of the next deliveries. */
  rejectDeliveries(count: number): void;
}
