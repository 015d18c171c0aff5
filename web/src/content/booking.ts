export const BOOKING = {
  title: 'Discovery Session',
  text: 'Thirty minutes to get to know each other. We look at your market, sketch a first sequence and tell you what results you can expect. No preparation needed.',
  points: ['30 minutes, online', 'With a senior team member', 'Free and without obligation'],
  host: {
    /** True until the person is one of yours: the page says so and the build lists it. */
    example: true as boolean,
    name: 'Jonas Brandt',
    role: 'Account manager',
    picture: '/people/jonas.svg',
    notice: 'an example',
  },
  loading: 'Loading the calendar',
  unavailable: 'The calendar is not responding.',
  openInNewTab: 'Open the calendar in a new tab',
  withoutScript: 'The calendar needs JavaScript. Write to us and we will find a time:',
  frameTitle: 'Choose a day and a time',
} as const;
