interface ScriptNoticeProps {
  readonly text: string;
  readonly email: string;
}

/** What a visitor without script reads in place of what needs it. */
export function ScriptNotice({ text, email }: ScriptNoticeProps) {
  return (
    <noscript>
      <p className="notice">
        {text} <a href={`mailto:${email}`}>{email}</a>
      </p>
    </noscript>
  );
}
