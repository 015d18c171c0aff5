import { BOOKING } from '../content/booking.ts';
import { Scheduler } from '../features/scheduling/Scheduler.tsx';
import styles from '../ui/booking.css?inline';
import { Icon } from '../ui/Icon.tsx';
import { Logo } from '../ui/Logo.tsx';
import { Main } from '../ui/Main.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';

export function Page() {
  return (
    <>
      <PageStyles name="booking" css={styles} />
      <Main className="booking">
        <section className="booking-panel" aria-labelledby="booking-title">
          <Logo />
          <h1 id="booking-title">{BOOKING.title}</h1>
          <p className="lead">{BOOKING.text}</p>
          <Host {...BOOKING.host} />
          <ul>
            {BOOKING.points.map((point) => (
              <li key={point}>
                <Icon name="check" />
                {point}
              </li>
            ))}
          </ul>
        </section>
        <Scheduler />
      </Main>
    </>
  );
}

function Host({ example, name, role, notice, picture }: typeof BOOKING.host) {
  return (
    <div className="person booking-host">
      <img src={picture} alt="" width={56} height={56} />
      <p>
        <strong>{name}</strong>
        <span>{example ? `${role} (${notice})` : role}</span>
      </p>
    </div>
  );
}
