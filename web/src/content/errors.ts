export const CANCEL = {
  title: 'Something went wrong',
  text: 'The payment was not completed and nothing was charged.',
  action: 'Go to homepage',
  back: 'Back to pricing',
  pictureAlt: 'A lifebuoy on the waves beside a warning flag.',
} as const;

export const ERROR_PAGE = {
  title: 'Unexpected Application Error!',
  notFound: 'There is no page at this address.',
  crashed: 'This page stopped working. Reloading it may help.',
  home: 'Go to homepage',
  pictureAlt: 'A lighthouse shining over an empty sea.',
} as const;

/** Shown in place of a page that cannot be fetched. */
export const OFFLINE_PAGE = {
  title: 'No connection',
  text: 'You are offline, or our site cannot be reached. The page will appear as soon as the connection is back.',
} as const;
