import type { AccessLevel } from '../../core/access/decorators.js';

interface SettingDefinition {
  readonly initial: string;
  readonly accepts: (value: string) => boolean;
  /** Written into the rows of a new company (behaviour.md §8). */
  readonly seeded?: true;
  /** Sealed in the database, masked on the screens of managers, unknown to everybody else. */
  readonly secret?: true;
  /** Who may read and change it; everybody reads and managers change it unless said otherwise. */
  readonly level?: AccessLevel;
}

const oneOf =
  (...values: string[]) =>
  (value: string): boolean =>
    values.includes(value);
const toggle = oneOf('enabled', 'disabled');
const wholeNumber =
  (max: number) =>
  (value: string): boolean =>
    /^\d{1,9}$/.test(value) && Number(value) <= max;
/** An http address without a user; empty turns off what it belongs to. */
const address = (value: string): boolean =>
  value === '' || (value.length <= 500 && /^https?:\/\/[^\s@]+$/.test(value) && URL.canParse(value));
const secret = { initial: '', accepts: (value: string) => value.length <= 2048, secret: true, level: 'admin' } as const;

const minutesOfYear = 525_600;

/** Every setting a company has, with the value it has until somebody changes it. */
const catalogue = {
  userRating: { initial: 'disabled', accepts: toggle, seeded: true },
  scheduleType: { initial: 'disabled', accepts: oneOf('disabled', 'queue', 'company'), seeded: true },
  call: { initial: 'disabled', accepts: toggle, seeded: true },
  CheckMsgIsGroup: { initial: 'enabled', accepts: toggle, seeded: true },
  sendGreetingAccepted: { initial: 'disabled', accepts: toggle, seeded: true },
  sendMsgTransfTicket: { initial: 'disabled', accepts: toggle, seeded: true },
  sendGreetingMessageOneQueues: { initial: 'disabled', accepts: toggle, seeded: true },
  chatBotType: { initial: 'text', accepts: oneOf('text', 'list', 'button'), seeded: true },
  /** Minutes after its close within which a customer's message reopens a conversation; 0 always starts a new one. */
  reopenWindow: { initial: '120', accepts: wholeNumber(minutesOfYear) },
  /** Months after which texts and files of closed conversations are removed; 0 keeps them for ever. */
  retentionMonths: { initial: '0', accepts: wholeNumber(240) },
  /** A customer who writes just this wants no campaigns; empty: no such word. */
  optOutWord: { initial: 'SAIR', accepts: (value: string) => /^\S(.{0,28}\S)?$|^$/u.test(value) },
  /** How the side menu stands when somebody opens the app for the first time. */
  sideMenu: { initial: 'open', accepts: oneOf('open', 'closed') },
  /** Whether visitors may sign up; one for the whole platform. */
  userCreation: { initial: 'enabled', accepts: toggle, level: 'super' },
  /** What passwords of its users need; strong: those of the reset by e-mail. */
  passwordPolicy: { initial: 'default', accepts: oneOf('default', 'strong') },
  /** Cards of linked pages below messages. */
  linkPreviews: { initial: 'enabled', accepts: toggle },
  /** Service that speaks OpenAI's protocol, with its version, like https://api.openai.com/v1; empty: none. */
  transcriptionUrl: { initial: '', accepts: address, level: 'admin' },
  transcriptionModel: { initial: 'whisper-1', accepts: (value) => /^[\w./:-]{1,100}$/.test(value), level: 'admin' },
  /** ISO 639-1; empty lets the service find out. */
  transcriptionLanguage: { initial: 'pt', accepts: (value) => /^([a-z]{2})?$/.test(value), level: 'admin' },
  transcriptionKey: secret,
  ipixc: secret,
  tokenixc: secret,
  ipmkauth: secret,
  clientidmkauth: secret,
  clientsecretmkauth: secret,
  asaas: secret,
} as const satisfies Record<string, SettingDefinition>;

export type SettingKey = keyof typeof catalogue;
export type SecretKey = { [K in SettingKey]: (typeof catalogue)[K] extends { secret: true } ? K : never }[SettingKey];

export const settings: Readonly<Record<SettingKey, SettingDefinition>> = catalogue;
export const settingKeys = Object.keys(catalogue) as SettingKey[];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(catalogue, key);
