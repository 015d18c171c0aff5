import type { ComponentType } from 'preact';
import type { Details } from '../../model/details.ts';
import type { Area } from '../../rows.ts';
import { CopyId, CopyLink, Go } from '../parts/Go.tsx';
import { Detail, Place } from '../parts/Place.tsx';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';
import { Booking, Event, Mail, Payment, titleOfPayment } from './objects.tsx';
import { Person } from './Person.tsx';
import { Request } from './Request.tsx';
import { Webhook } from './Webhook.tsx';

interface Shown<D> {
  readonly Content: ComponentType<D>;
  /** Until it is read, and where it has no other title. */
  readonly name: string;
  readonly title?: (detail: D) => string;
}

const SHOWN: { readonly [A in Area]: Shown<Details[A]> } = {
  people: { Content: Person, name: 'Person', title: ({ person }) => person.name || person.email },
  payments: { Content: Payment, name: 'Payment', title: titleOfPayment },
  webhooks: { Content: Webhook, name: 'Webhook', title: ({ row }) => row.event },
  events: { Content: Event, name: 'Event', title: ({ row }) => row.type },
  bookings: { Content: Booking, name: 'Booking' },
  mails: { Content: Mail, name: 'Mail' },
  requests: { Content: Request, name: 'Request' },
};

/** One of what an area lists. */
export function DetailPlace<A extends Area>({ area, id }: { readonly area: A; readonly id: string }) {
  const { versions } = useConsole().overview;
  const { Content, name, title }: Shown<Details[A]> = SHOWN[area];
  const reading = useRead<Details[A]>(`${area}/${encodeURIComponent(id)}`, Object.values(versions).join());
  const detail = reading.state === 'read' ? reading.value : undefined;
  const person = detail && personIn(detail);
  return (
    <Place
      title={(detail && title?.(detail)) || name}
      about={
        reading.state !== 'loading' && (
          <>
            <Go to={[area]}>All {area}</Go>
            <CopyId id={id} short />
            <CopyLink />
            {person && (
              <Go to={['people', person]} query={{ at: `${area}-${id}` }}>
                In the story
              </Go>
            )}
          </>
        )
      }
    >
      <Detail reading={reading}>{(value) => <Content {...value} />}</Detail>
    </Place>
  );
}

/** Whose it is, if somebody's. */
function personIn(detail: object): string | null {
  const { row } = { row: detail, ...detail } as { readonly row: { readonly person?: unknown } | null };
  return typeof row?.person === 'string' ? row.person : null;
}
