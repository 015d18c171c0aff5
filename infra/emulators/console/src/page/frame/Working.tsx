import { useId } from 'preact/hooks';
import type { Progress } from '../../rows.ts';

/** How far a long action is. */
export function Working({ progress: { what, done, of } }: { readonly progress: Progress }) {
  const id = useId();
  return (
    <div className="working">
      <label htmlFor={id}>{what}</label>
      <progress id={id} value={done} max={of} />
      <span>
        {done} of {of}
      </span>
    </div>
  );
}
