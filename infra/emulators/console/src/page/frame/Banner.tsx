import { ActionButton } from '../parts/ActionButton.tsx';
import { When } from '../parts/When.tsx';
import { useConsole } from '../state/console-context.ts';

/** Says on every page that something is not as usual. */
export function Banner() {
  const { overview, act } = useConsole();
  const { running } = overview;
  // Scenarios are faults without a limit.
  const faults = overview.faults.filter(
    ({ left, seconds }) => left !== null || seconds || running.length === 0,
  );
  if (running.length === 0 && faults.length === 0) return null;
  return (
    <section className="banner" aria-label="Running scenarios">
      <ul>
        {running.map(({ id, title, until, problem }) => (
          <li key={id}>
            <b>{title}</b>
            {until && (
              <small>
                until <When at={until} real />
              </small>
            )}
            {problem && <small>could not end: {problem}</small>}
            <ActionButton label={`End: ${title}`} onPress={() => act('scenarios/end', { scenario: id })}>
              End
            </ActionButton>
          </li>
        ))}
        {faults.map(({ id, service, target, mode, left, seconds }) => (
          <li key={`${service} ${id}`}>
            <b>
              {mode} at {target}
            </b>
            <small>
              {left !== null && `${left} more`} {seconds && `for ${seconds} seconds`}
            </small>
          </li>
        ))}
      </ul>
      <ActionButton onPress={() => act('scenarios/end-all', undefined)}>End all</ActionButton>
    </section>
  );
}
