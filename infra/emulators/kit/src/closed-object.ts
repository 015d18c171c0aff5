type Properties = Readonly<Record<string, object>>;

/** The schema of an object with these properties and no others. */
export function closedObject<
  const Required extends Properties,
  const Optional extends Properties = Record<never, never>,
>(required: Required, optional = {} as Optional) {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(required) as [keyof Required & string],
    properties: { ...required, ...optional },
  } as const;
}
