const DATE_AND_TIME = new Intl.DateTimeFormat(navigator.language, {
  dateStyle: 'medium',
  timeStyle: 'medium',
});

/** In the language of the browser and the viewer's time zone. */
export function When({ at }: { readonly at: string | null }) {
  if (at === null) return <>–</>;
  return (
    <time dateTime={at} title={at}>
      {DATE_AND_TIME.format(new Date(at))}
    </time>
  );
}
