/** The agency's numbers. Copy reads them from here, so that a claim changes in one place. */
export const CLAIMS = {
  leadsPerMonth: '14-22+',
  prospectsContactedMonthly: '2,500+',
  qualifiedLeadsContactedMonthly: 'more than 2,500',
  salesCallsPerMonth: '25+',
  messagesPerMonth: '2.5k',
  guaranteedMeetingsPerMonth: 5,
  guaranteeMonths: 3,
  inboxChecksPerDay: 'twice a day',
  coverage: 'Monday to Saturday',
} as const;
