/** How good the states are; the others are neither. */
const STATES: Readonly<Record<string, string>> = {
  good: 'active complete delivered paid succeeded trialing won',
  warn: 'cancels held pending',
  bad: 'canceled disabled disputed expired failed incomplete lost needs_response past_due uncollectible unpaid',
};
const TONES = new Map(
  Object.entries(STATES).flatMap(([tone, states]) => states.split(' ').map((state) => [state, tone])),
);

export function Badge({ state }: { readonly state: string }) {
  return <span className={`badge ${TONES.get(state) ?? 'idle'}`}>{state.replaceAll('_', ' ')}</span>;
}

/** The status of an answer. */
export function StatusBadge({ status }: { readonly status: number | null }) {
  const tone = status === null || status >= 400 ? 'bad' : 'good';
  return <span className={`badge ${tone}`}>{status ?? 'no answer'}</span>;
}
