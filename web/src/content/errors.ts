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
