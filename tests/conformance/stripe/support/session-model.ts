import type { World } from './forms.ts';

export interface ModelSession {
  readonly id: string;
  readonly expiresAt: number;
  status: 'open' | 'complete' | 'expired';
  awaitsAuthentication: boolean;
}

/** What the sessions of an account must look like, kept beside the emulator by the tests. */
export class SessionModel {
  readonly sessions: ModelSession[] = [];
  /** Subscriptions that were canceled on request, by session. */
  readonly canceled = new Set<string>();

  open(id: string, expiresAt: number): void {
    this.sessions.push({ id, expiresAt, status: 'open', awaitsAuthentication: false });
  }

  /** The session that a random number picks; undefined while there is none. */
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
  /** How many of the next deliveries the receiver refuses. */
  refuseDeliveries(count: number): void;
}
