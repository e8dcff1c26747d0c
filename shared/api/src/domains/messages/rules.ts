/** What messages are about. Users choose for each where they are told of it. */
export const MESSAGE_TOPICS = [
  'security',
  'fills',
  'liquidations',
  'margin',
  'settlements',
  'payments',
  'loans',
  'products',
  'interest',
  'nft',
  'chat',
  'alerts',
  'support',
  'announcements',
] as const;
export type MessageTopic = (typeof MESSAGE_TOPICS)[number];

/** `app` is the message centre and the screen that is open, `push` the notifications of a device. */
export const MESSAGE_CHANNELS = ['app', 'mail', 'push'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** `always` cannot be switched off; null: messages of the topic do not go there. */
type Default = 'always' | 'on' | 'off' | null;

const DEFAULTS: Readonly<Record<MessageTopic, Readonly<Record<MessageChannel, Default>>>> = {
  security: { app: 'always', mail: 'always', push: 'on' },
  fills: { app: 'on', mail: null, push: 'off' },
  liquidations: { app: 'on', mail: 'on', push: 'on' },
  // A position near its liquidation.
  margin: { app: 'on', mail: 'on', push: 'on' },
  settlements: { app: 'on', mail: null, push: 'off' },
  payments: { app: 'on', mail: 'on', push: 'on' },
  loans: { app: 'on', mail: 'on', push: 'on' },
  // What matures, is settled or allotted.
  products: { app: 'on', mail: 'on', push: 'on' },
  // Once a day.
  interest: { app: 'on', mail: 'off', push: 'off' },
  nft: { app: 'on', mail: 'on', push: 'on' },
  chat: { app: 'on', mail: null, push: 'on' },
  alerts: { app: 'on', mail: null, push: 'on' },
  // The conversation itself is where it is read in the app.
  support: { app: 'always', mail: 'on', push: 'on' },
  announcements: { app: 'on', mail: null, push: 'off' },
};

/** What a user has changed, by `<topic>.<channel>`. */
export type ChangedPreferences = Readonly<Record<string, boolean>>;

/** Null where messages of the topic do not go. */
export type Preference = { readonly on: boolean; readonly locked: boolean } | null;

export function preferenceOf(changed: ChangedPreferences, topic: MessageTopic, channel: MessageChannel): Preference {
  const standard = DEFAULTS[topic][channel];
  if (standard === null) return null;
  if (standard === 'always') return { on: true, locked: true };
  return { on: changed[`${topic}.${channel}`] ?? standard === 'on', locked: false };
}

/** Whether a user is told of a topic there. */
export const wantsMessage = (changed: ChangedPreferences, topic: MessageTopic, channel: MessageChannel): boolean =>
  preferenceOf(changed, topic, channel)?.on === true;

/** The preferences after a change; null where it cannot be changed. */
export function changePreference(
  changed: ChangedPreferences,
  topic: MessageTopic,
  channel: MessageChannel,
  on: boolean,
): ChangedPreferences | null {
  const preference = preferenceOf(changed, topic, channel);
  if (preference === null || preference.locked) return null;
  return { ...changed, [`${topic}.${channel}`]: on };
}

/** Hosts of the push services of browsers, and what ends those that have many. */
const PUSH_HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'];
const PUSH_DOMAINS = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com'];

/**
 * Whether an address is one that a browser's push service gives out: the server sends requests there, so an address of a
 * user's choice is refused. `services` are further origins that the operator allows.
 */
export function isPushEndpoint(address: string, services: readonly string[] = []): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, origin, hostname, port, username, password } = new URL(address);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  if (services.includes(origin)) return true;
  return port === '' && (PUSH_HOSTS.includes(hostname) || PUSH_DOMAINS.some((domain) => hostname.endsWith(domain)));
}
