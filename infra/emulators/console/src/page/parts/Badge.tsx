/** How good the states are; the others are neither. */
const TONES: Readonly<Record<string, string>> = {
  good: 'active complete delivered paid succeeded trialing won',
  warn: 'cancels held pending',
  bad: 'canceled disabled disputed expired failed incomplete lost needs_response past_due uncollectible unpaid',
};

export function Badge({ state }: { readonly state: string }) {
  const tone = Object.keys(TONES).find((each) => TONES[each]?.split(' ').includes(state)) ?? 'idle';
  return <span className={`badge ${tone}`}>{state.replaceAll('_', ' ')}</span>;
}

/** The status of an answer. */
export function StatusBadge({ status }: { readonly status: number | null }) {
  const tone = status === null || status >= 400 ? 'bad' : 'good';
  return <span className={`badge ${tone}`}>{status ?? 'no answer'}</span>;
}
