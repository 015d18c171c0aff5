export type WidgetMessage =
  | { readonly event: 'calendly.profile_page_viewed'; readonly payload: Record<string, never> }
  | { readonly event: 'calendly.event_type_viewed'; readonly payload: Record<string, never> }
  | { readonly event: 'calendly.date_and_time_selected'; readonly payload: Record<string, never> }
  | {
      readonly event: 'calendly.event_scheduled';
      readonly payload: {
        readonly event: { readonly uri: string };
        readonly invitee: { readonly uri: string };
      };
    }
  | { readonly event: 'calendly.page_height'; readonly payload: { readonly height: string } };

export interface Embedding {
  readonly embedType: string | null;
  readonly embedDomain: string | null;
}

export function parentPoster({ embedDomain }: Embedding): (message: WidgetMessage) => void {
  if (embedDomain === null || window.parent === window) return () => {};
  const origin = parentOrigin(embedDomain);
  return (message) => window.parent.postMessage(message, origin);
}

/** The embedding library sets `embed_domain` to `1`; without a better source, any parent gets the message. */
function parentOrigin(embedDomain: string): string {
  const ancestor = window.location.ancestorOrigins?.[0];
  if (ancestor !== undefined && ancestor !== 'null') return ancestor;
  if (URL.canParse(document.referrer)) return new URL(document.referrer).origin;
  const domain = `${window.location.protocol}//${embedDomain}`;
  return embedDomain.includes('.') && URL.canParse(domain) ? new URL(domain).origin : '*';
}

/** Reports the content height to the parent once at the start, then on every change. */
export function reportPageHeight(embedding: Embedding, post: (message: WidgetMessage) => void): void {
  if (embedding.embedType !== 'Inline') return;
  let reported = 0;
  const report = (): void => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === reported || height === 0) return;
    reported = height;
    post({ event: 'calendly.page_height', payload: { height: `${height}px` } });
  };
  // Observers run once per frame, after layout, so several changes produce one message.
  new ResizeObserver(report).observe(document.body);
}
