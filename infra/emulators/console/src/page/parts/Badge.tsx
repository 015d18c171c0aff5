const TONES: Record<string, 'good' | 'bad' | 'idle'> = {
  active: 'good',
  complete: 'good',
  delivered: 'good',
  paid: 'good',
  pending: 'idle',
  open: 'idle',
  canceled: 'bad',
  expired: 'bad',
  failed: 'bad',
  past_due: 'bad',
  incomplete: 'bad',
  unpaid: 'bad',
};

export function Badge({ state }: { readonly state: string }) {
  return <span className={`badge ${TONES[state] ?? 'idle'}`}>{state.replaceAll('_', ' ')}</span>;
}
