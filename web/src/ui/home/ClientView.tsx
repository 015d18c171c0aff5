import type { CLIENT_VIEW } from '../../content/home.ts';

/** A campaign as its client sees it. Part of the steps, and so without headings of its own. */
export function ClientView({ title, text, thread, week }: typeof CLIENT_VIEW) {
  return (
    <section className="client-view" aria-labelledby="client-view-title">
      <p className="client-view-title" id="client-view-title">
        {title}
      </p>
      <p>{text}</p>
      <div>
        <div>
          <p className="client-view-part">{thread.title}</p>
          <ol className="thread">
            {thread.messages.map((message) => (
              <li key={message.text} data-ours={message.ours}>
                <small>
                  <b>{message.from}</b> {message.at}
                </small>
                {message.text}
              </li>
            ))}
          </ol>
        </div>
        <div>
          <p className="client-view-part">{week.title}</p>
          <dl className="week">
            {week.days.map(({ day, meetings }) => (
              <div key={day}>
                <dt>{day}</dt>
                <dd>
                  <ul>
                    {meetings.map((meeting) => (
                      <li key={meeting}>{meeting}</li>
                    ))}
                  </ul>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
