import { ActionButton } from '../parts/ActionButton.tsx';
import { Go } from '../parts/Go.tsx';
import { When } from '../parts/When.tsx';
import { useConsole } from '../state/console-context.ts';

/** Says on every page that something is not as usual. */
export function Banner() {
  const { overview, act } = useConsole();
  const { running, faults } = overview;
  if (running.length === 0 && faults.length === 0) return null;
  return (
    <section className="banner" aria-label="Running scenarios">
      {running.length === 0 && (
        <p>
          <Go to={['scenarios']}>
            {faults.length === 1 ? 'A fault is' : `${faults.length} faults are`} switched on
          </Go>
        </p>
      )}
      <ul>
        {running.map(({ id, title, until, problem }) => (
          <li key={id}>
            <b>{title}</b>
            {until && (
              <small>
                until <When at={until} />
              </small>
            )}
            {problem && <small>could not end: {problem}</small>}
            <ActionButton label={`End: ${title}`} onPress={() => act('scenarios/end', { scenario: id })}>
              End
            </ActionButton>
          </li>
        ))}
      </ul>
      <ActionButton onPress={() => act('scenarios/end-all', undefined)}>End all</ActionButton>
    </section>
  );
}
