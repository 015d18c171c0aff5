import type { SchedulingEmulatorOptions } from '@outharbor/scheduling-emulator';

/** A demo of an hour beside the introductory call: it asks for more, and offers a choice of places. */
export const SEVERAL_TYPES = {
  now: () => new Date('2026-11-20T12:00:00Z'),
  eventTypes: [
    {
      slug: 'demo',
      name: 'Demo',
      description: 'An hour with the product.',
      location: '',
      question: '',
      questions: [
        { name: 'Team', type: 'single_select', required: true, choices: ['Sales', 'Support'] },
        { name: 'Anything else?', type: 'string', required: false },
      ],
      locations: [
        { kind: 'physical', location: '1 Main Street' },
        { kind: 'outbound_call' },
        { kind: 'zoom_conference' },
      ],
      durationMinutes: 60,
      workingDays: [1, 2, 3, 4, 5],
      opensAtHour: 9,
      closesAtHour: 17,
      noticeMinutes: 120,
      horizonDays: 60,
    },
  ],
} satisfies SchedulingEmulatorOptions;
