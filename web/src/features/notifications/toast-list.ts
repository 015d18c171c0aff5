export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'failure';
  readonly message: string;
}

/** More toasts would cover the page. */
const MAX_TOASTS = 3;

let shown: readonly Toast[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

/** Visible toasts, oldest first. */
export const currentToasts = (): readonly Toast[] => shown;

/** Calls `onChange` on each change until the returned function is called. */
export function watchToasts(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

export function addToast(kind: Toast['kind'], message: string): void {
  lastId += 1;
  show([...shown, { id: lastId, kind, message }].slice(-MAX_TOASTS));
}

export function removeToast(id: number): void {
  show(shown.filter((toast) => toast.id !== id));
}

function show(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const onChange of watchers) onChange();
}
