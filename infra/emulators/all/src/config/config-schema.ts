import { FAULT_MODES, FAULT_TARGETS } from '@outharbor/scheduling-emulator/control-client';
import { FAULT_KINDS } from '@outharbor/stripe-emulator/control-client';
import { type TObject, type TProperties, Type } from 'typebox';

const closed = <Properties extends TProperties>(properties: Properties): TObject<Properties> =>
  Type.Object(properties, { additionalProperties: false });

const Text = Type.String({ minLength: 1 });
const Url = Type.String({ pattern: '^https?://' });
const Count = Type.Integer({ minimum: 1 });
const Port = Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 }));
const Ports = { port: Port, controlPort: Port };

const Product = closed({ id: Text, name: Text, description: Type.Optional(Type.String()) });

const Price = closed({
  id: Text,
  product: Text,
  unitAmount: Type.Integer({ minimum: 0 }),
  currency: Type.Optional(Type.String({ pattern: '^[a-z]{3}$' })),
  lookupKey: Type.Optional(Text),
  recurring: Type.Optional(
    Type.Union([
      closed({ interval: Type.Enum(['day', 'week', 'month', 'year']), intervalCount: Count }),
      Type.Null(),
    ]),
  ),
});

const StripeFault = closed({
  kind: Type.Enum([...FAULT_KINDS]),
  path: Type.String({ pattern: '^/' }),
  method: Type.Optional(Type.Enum(['GET', 'POST', 'DELETE'])),
  status: Type.Optional(Type.Enum([409, 429, 500, 503])),
  delayMs: Type.Optional(Type.Integer({ minimum: 0 })),
  count: Type.Optional(Count),
  skip: Type.Optional(Type.Integer({ minimum: 0 })),
});

const Stripe = closed({
  ...Ports,
  secretKey: Type.Optional(Type.String({ pattern: '^sk_(test|live)_' })),
  apiVersion: Type.Optional(Text),
  publicUrl: Type.Optional(Url),
  products: Type.Optional(Type.Array(Product)),
  prices: Type.Optional(Type.Array(Price)),
  webhooks: Type.Optional(
    Type.Array(closed({ url: Url, secret: Text, enabledEvents: Type.Optional(Type.Array(Text)) })),
  ),
  faults: Type.Optional(Type.Array(StripeFault)),
});

const User = closed({
  email: Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$' }),
  password: Type.String({ minLength: 6 }),
  uid: Type.Optional(Text),
  name: Type.Optional(Text),
  emailVerified: Type.Optional(Type.Boolean()),
});

const SchedulingFault = closed({
  target: Type.Enum([...FAULT_TARGETS]),
  mode: Type.Enum([...FAULT_MODES]),
  count: Type.Optional(Type.Union([Count, Type.Null()])),
  delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
});

const Hour = Type.Integer({ minimum: 0, maximum: 24 });

const EventType = closed({
  account: Text,
  slug: Text,
  name: Text,
  description: Type.String(),
  location: Type.String(),
  question: Type.String(),
  durationMinutes: Count,
  host: closed({ name: Text, email: Text, timeZone: Text }),
  workingDays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 })),
  opensAtHour: Hour,
  closesAtHour: Hour,
  noticeMinutes: Type.Integer({ minimum: 0 }),
  horizonDays: Count,
});

export const ConfigSchema = closed({
  projectId: Type.Optional(Text),
  stripe: Type.Optional(Stripe),
  identity: Type.Optional(
    closed({
      ...Ports,
      actionUrl: Type.Optional(Url),
      users: Type.Optional(Type.Array(User)),
      permissive: Type.Optional(Type.Boolean()),
    }),
  ),
  database: Type.Optional(
    closed({
      ...Ports,
      rulesFile: Type.Optional(Text),
      rules: Type.Optional(closed({ rules: Type.Object({}) })),
      allowOwner: Type.Optional(Type.Boolean()),
      connectionLimit: Type.Optional(Count),
      secondHost: Type.Optional(Text),
      latencyMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
    }),
  ),
  scheduling: Type.Optional(
    closed({
      ...Ports,
      publicUrl: Type.Optional(Url),
      apiToken: Type.Optional(Text),
      eventType: Type.Optional(EventType),
      webhooks: Type.Optional(Type.Array(closed({ url: Url, signingKey: Text }))),
      faults: Type.Optional(Type.Array(SchedulingFault)),
    }),
  ),
  console: Type.Optional(closed({ port: Port })),
});
