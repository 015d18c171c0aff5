const TONES: Record<string, 'good' | 'bad' | 'warn'> = {
  active: 'good',
  complete: 'good',
  delivered: 'good',
  paid: 'good',
  succeeded: 'good',
  trialing: 'good',
  won: 'good',
  cancels: 'warn',
  held: 'warn',
  pending: 'warn',
  disputed: 'bad',
  disabled: 'bad',
  needs_response: 'bad',
  canceled: 'bad',
  expired: 'bad',
  failed: 'bad',
  past_due: 'bad',
  incomplete: 'bad',
  lost: 'bad',
  uncollectible: 'bad',
  unpaid: 'bad',
};

export function Badge({ state }: { readonly state: string }) {
  return <span className={`badge ${TONES[state] ?? 'idle'}`}>{state.replaceAll('_', ' ')}</span>;
}

/** The status of an answer. */
export function StatusBadge({ status }: { readonly status: number | null }) {
  const tone = status === null || status >= 400 ? 'bad' : 'good';
  return <span className={`badge ${tone}`}>{status ?? 'no answer'}</span>;
}
