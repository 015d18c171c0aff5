import type { CLIENT_VIEW } from '../../content/home.ts';

/** A campaign as its client sees it: the messages and the meetings that came of them. */
export function ClientView({ title, text, thread, week }: typeof CLIENT_VIEW) {
  return (
    <section className="client-view" aria-labelledby="client-view-title">
      <h3 id="client-view-title">{title}</h3>
      <p>{text}</p>
      <div>
        <div>
          <h4>{thread.title}</h4>
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
          <h4>{week.title}</h4>
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
