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
  crashed: 'This page ran aground. Loading it again may help.',
  home: 'Go to homepage',
  pictureAlt: 'A lighthouse shining over an empty sea.',
} as const;

/** Shown in place of a page that cannot be fetched. */
export const OFFLINE_PAGE = {
  title: 'No connection',
  text: 'You are offline, or our site cannot be reached. This page reloads once the connection is back.',
} as const;
