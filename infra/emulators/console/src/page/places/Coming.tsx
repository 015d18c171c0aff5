import type { Coming } from '../../model/coming.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Owner } from '../parts/Go.tsx';
import { Detail } from '../parts/Place.tsx';
import { When } from '../parts/When.tsx';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';

/** What comes, in words, with a button that moves the clocks to it. */
export function Comes({ coming }: { readonly coming: Coming }) {
  const { act } = useConsole();
  const { what, at, to, amount, outcome } = coming;
  return (
    <>
      <span>
        {what} on <When at={at} as="day" />
        {amount && `, ${amount}`}
        {outcome && `; ${outcome}`}
      </span>{' '}
      <ActionButton label={`Go there: ${what}`} onPress={() => act('advance/to', { at: to })}>
        Go there
      </ActionButton>
    </>
  );
}

/** What time brings next to everybody. Its height is the same however much it is. */
export function ComingNext() {
  const { people, payments, bookings } = useConsole().overview.versions;
  const reading = useRead<{ readonly coming: readonly Coming[] }>('coming', people + payments + bookings);
  return (
    <section className="coming" aria-label="What comes next">
      <h3>What comes next</h3>
      <Detail reading={reading}>
        {({ coming }) => (
          <ol>
            {coming.length === 0 && <li className="empty">Nothing is known to come.</li>}
            {coming.map((each) => (
              <li key={each.id}>
                <Comes coming={each} /> <Owner {...each} />
              </li>
            ))}
          </ol>
        )}
      </Detail>
    </section>
  );
}
