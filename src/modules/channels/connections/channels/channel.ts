import type { Readable } from 'node:stream';
import type { Localized } from '../../../../core/i18n.js';
import type { NewIdentity, PersonIds } from '../../../contacts/contacts/contact-identifier.entity.js';

/** Kinds of media a channel may carry; `application` is any document. */
export type MediaKind = 'image' | 'audio' | 'video' | 'application' | 'sticker';

/** Type of a message, the same for every provider. */
export type InboundType =
  | 'chat'
  | MediaKind
  | 'locationMessage'
  | 'contactMessage'
  | 'multi_vcard'
  | 'interactive'
  | 'unsupported';

/** A file at the provider: `ref` is what `fetchMedia` takes. */
export interface InboundMedia {
  ref: string;
  mime: string;
  name: string | null;
  sha256: string | null;
  voice?: boolean;
}

interface ProviderEvent {
  /** Unique per connection, so that replays change nothing. */
  eventId: string;
  /** Milliseconds since the epoch, by the provider's clock. */
  timestamp: number;
}

/** The advertisement or post from which a customer began to write. */
export interface AdOrigin {
  readonly id: string | null;
  readonly headline: string | null;
  readonly text: string | null;
  /** The advertisement or its page. */
  readonly url: string | null;
  /** A picture of it at the provider, which expires. */
  readonly imageUrl: string | null;
}

/** A received message, or one that our own number sent from another device (`fromMe`). */
export interface InboundMessage extends ProviderEvent, PersonIds {
  kind: 'message';
  providerId: string;
  /** The customer's address, also with `fromMe`: the other side of the conversation (in a group, the participant). */
  from: string;
  name: string | null;
  group: { id: string; name: string | null } | null;
  fromMe: boolean;
  type: InboundType;
  body: string;
  media: InboundMedia | null;
  quotedProviderId: string | null;
  data: ({ ad?: AdOrigin } & Record<string, unknown>) | null;
  forwarded: boolean;
  /** Another program of the company answers the customer now: the message is stored, but nothing here answers it. */
  standby?: true;
  /** A notice expects no answer: it opens no conversation, counts as read, and without a conversation it is dropped. */
  notice?: true;
  /** Part of a phone's history from before the connection: stored as read, nothing reacts to it. */
  history?: true;
  /** The notice says that the customer's number or id has changed; `from` and the other ids are the former ones. */
  moved?: NewIdentity;
}

/** A reaction to a message; `emoji` is null when it was removed. */
export interface InboundReaction extends ProviderEvent {
  kind: 'reaction';
  from: string;
  name: string | null;
  targetProviderId: string;
  emoji: string | null;
}

/** An error in the provider's words. */
export interface ProviderError {
  code: string;
  text: string;
}

export type DeliveryStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** Delivery status of a message that we sent; `messageId` is our id where the provider returns it. */
export interface InboundStatus extends ProviderEvent, PersonIds {
  kind: 'status';
  providerId: string;
  messageId: number | null;
  recipient: string;
  status: DeliveryStatus;
  error: ProviderError | null;
}

/** The part of a status that concerns the message. */
export type StatusReport = Omit<InboundStatus, 'kind' | 'eventId' | 'recipient'> & { recipient?: string };

/** The customer has received or read everything we sent until then; some providers do not report single messages. */
export interface InboundWatermark extends ProviderEvent {
  kind: 'watermark';
  from: string;
  status: 'delivered' | 'read';
  /** Milliseconds since the epoch, by the provider's clock. */
  until: number;
}

/** The author edited or deleted a message: `body` is its new text, null when it was deleted. */
export interface InboundChange extends ProviderEvent {
  kind: 'change';
  /** The customer's address; in a group the participant. */
  from: string;
  group: { id: string } | null;
  /** Whether our own number changed it, on another device. */
  fromMe: boolean;
  targetProviderId: string;
  body: string | null;
}

/** A name from the phone's address book. */
export interface InboundContact extends ProviderEvent {
  kind: 'contact';
  from: string;
  name: string;
}

/** Ids of a customer that belong together or, with `moved`, that have changed. No message says so. */
export interface InboundIdentity extends ProviderEvent, PersonIds {
  kind: 'identity';
  from: string;
  moved?: NewIdentity;
}

/** At the provider a customer has refused the company's advertising (`stop`), or allowed it again (`resume`). */
export interface InboundPreference extends ProviderEvent, Pick<PersonIds, 'userId'> {
  kind: 'preference';
  from: string;
  /** The failure of a message says so, perhaps of another program: it makes nobody a contact. */
  ofFailure?: true;
  value: 'stop' | 'resume';
}

/** A customer is calling. */
export interface InboundCall extends ProviderEvent, PersonIds {
  kind: 'call';
  /** The id that `rejectCall` takes. */
  callId: string;
  from: string;
  name: string | null;
}

/** An event of a provider, normalised. */
export type InboundEvent =
  | InboundMessage
  | InboundReaction
  | InboundChange
  | InboundStatus
  | InboundWatermark
  | InboundPreference
  | InboundCall
  | InboundContact
  | InboundIdentity;

/** A stored file to send, opened only when the channel needs its bytes. */
export interface OutboundMedia {
  key: string;
  mime: string;
  name: string;
  size: number;
  open(): Promise<Readable>;
}

/** The value of a template variable; `name` is null where variables are numbered. */
export interface TemplateValue {
  name: string | null;
  text: string;
}

/** Values of a template, or of a card of its carousel. */
export interface TemplatePartValues {
  header: TemplateValue[];
  body: TemplateValue[];
  /** Values of buttons with a variable, and payloads of cards' reply buttons; `index`: the position in the template. */
  buttons: { index: number; kind: 'url' | 'copy_code' | 'quick_reply'; text: string }[];
}

/** An approved template with its values; a file in its header is the message's media. */
export interface OutboundTemplate extends TemplatePartValues {
  name: string;
  language: string;
  /** Cards of a carousel; their files are the message's `cardFiles`. */
  cards?: TemplatePartValues[];
}

export interface InteractiveChoice {
  id: string;
  title: string;
  description?: string;
}

/** Choices below the message's body: up to three buttons, or a list that a button opens. */
export interface OutboundInteractive {
  type: 'button' | 'list';
  header: string | null;
  footer: string | null;
  /** The buttons of the type `button`. */
  buttons: InteractiveChoice[];
  /** The button that opens the list, for the type `list`. */
  label: string | null;
  sections: { title: string | null; rows: InteractiveChoice[] }[];
}

/** A message to send; `to` is E.164 digits without the plus sign, or the address that the channel reported. */
export interface OutboundMessage {
  messageId: number;
  to: string;
  type: 'chat' | 'template' | 'interactive' | MediaKind;
  body: string;
  media: OutboundMedia | null;
  /** The files of a template with a carousel, one for each card. */
  cardFiles?: OutboundMedia[];
  quotedProviderId: string | null;
  forwarded?: boolean;
  /** Whether the audio is a voice recording, not an audio file. */
  voice: boolean;
  /** Whether a user wrote it, not a bot or an automatic text. */
  byPerson?: boolean;
  /** Set for the type `template`. */
  template?: OutboundTemplate | null;
  /** Set for the type `interactive`. */
  interactive?: OutboundInteractive | null;
}

/** A message that the provider knows. */
export interface ProviderTarget {
  to: string;
  targetProviderId: string;
}

/** Our reaction to a message; null removes it. */
export interface OutboundReaction extends ProviderTarget {
  emoji: string | null;
}

/** A new text for a message of ours. */
export interface OutboundEdit extends ProviderTarget {
  body: string;
}

/** A template at the provider; `components` are in the provider's format. */
export interface RemoteTemplate {
  providerId: string;
  name: string;
  language: string;
  category: string;
  status: string;
  format: 'positional' | 'named';
  reason: string | null;
  quality: string | null;
  components: unknown[];
}

export interface RemoteTemplatePage {
  templates: RemoteTemplate[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
}

/** Kind of a failed send, which decides what happens next; `uncertain`: the provider may have accepted the message. */
export type SendFailure = 'permanent' | 'retry' | 'rate' | 'auth' | 'uncertain';

export type SendOutcome =
  | { ok: true; providerId: string }
  | ({ ok: false; kind: SendFailure; retryAfterMs?: number } & ProviderFailure);

/** A failure that a provider reported. */
export interface ProviderFailure {
  code: string;
  text: Localized;
  /** Every other message of the connection would fail too: all messages wait this long. */
  pauseMs?: number;
  /** The provider restricts the number because of what it sent: managers are warned. */
  restrictsNumber?: true;
}

export interface ChannelRates {
  /** Messages of one number in any interval of one second. */
  readonly perSecond: number;
  /** Limit per recipient: one message in `everyMs` after a burst of `burst` messages. */
  readonly recipient: { readonly everyMs: number; readonly burst: number };
}

/** What a provider reports about a number; null where it reports nothing. */
export interface ProviderNumberInfo {
  readonly number: string | null;
  /** The name that customers see. */
  readonly name: string | null;
  /** The quality rating as the provider spells it. */
  readonly quality: string | null;
  /** Set when it differs from the rate of the channel. */
  readonly messagesPerSecond: number | null;
  /** How many customers a day may be contacted first, as the provider spells it. */
  readonly messagingLimit: string | null;
}

/** An account at the provider that the credentials may use. */
export interface ProviderAccount {
  readonly id: string;
  readonly name: string;
}

/**
 * Result of a connection check. `problem` should be fixed, but messages can be sent. `accountId` is the account that
 * was found when none was chosen; with `accounts` one of them has to be chosen.
 */
export type ConnectionCheck =
  | { ok: true; facts: ProviderNumberInfo; problem: ProviderFailure | null; accountId?: string }
  | (Extract<SendOutcome, { ok: false }> & { accounts?: readonly ProviderAccount[] });

/** The profile of a customer at the provider. */
export interface CustomerProfile {
  readonly name: string | null;
  /** The reference that `fetchMedia` takes. */
  readonly pictureRef: string | null;
}

/** A connection with decrypted credentials. */
export interface ChannelConnection {
  id: number;
  companyId: number;
  channel: string;
  number: string | null;
  credentials: Record<string, string>;
}

/** What a channel can do: screens hide everything else, and the server refuses it. */
export interface ChannelCapabilities {
  edit: boolean;
  delete: boolean;
  react: boolean;
  templates: boolean;
  buttons: boolean;
  typing: boolean;
  media: readonly MediaKind[];
  /** Seconds between two messages of campaigns at least, because the provider blocks numbers that send faster. */
  minCampaignInterval?: number;
}

/** Sessions of a channel that pairs a phone by a QR code; `SessionReports` reports changes of their state. */
export interface ChannelSessions {
  /** Connects again with the paired phone. */
  connect(connection: ChannelConnection): Promise<void>;
  /** Removes the pairing and shows a new QR code, or with a number a code to type on the phone with this number. */
  pair(connection: ChannelConnection, number: string | null): Promise<void>;
  disconnect(connection: ChannelConnection): Promise<void>;
}

export interface FetchedMedia {
  stream: Readable;
  mime: string;
  name: string | null;
  size: number | null;
}

/** The port every channel implements; `@ChannelDriver` declares the rest of the channel. */
export interface Channel {
  readonly capabilities: ChannelCapabilities;
  /** null: the number of messages is not limited. */
  readonly rates: ChannelRates | null;
  /** Whether sending again with the same messageId is harmless. */
  readonly idempotent: boolean;
  /** Echoes of our messages do not contain our id: they are matched by text and type. */
  readonly echoesWithoutId?: true;
  /** A message that `send` accepted has reached the customer; other channels report the delivery later. */
  readonly deliversOnSend?: true;
  /** It shows the marks of formatted texts (`*bold*`) as they are. */
  readonly showsMarks?: true;
  /** A channel without sessions pairs no phone: it needs only credentials. */
  readonly sessions?: ChannelSessions;
  /** Asks the provider whether the connection's credentials have access to its number. */
  check(connection: ChannelConnection): Promise<ConnectionCheck>;
  /** Registers the number with the provider by its PIN, if the channel needs that. @returns why it was refused */
  register?(connection: ChannelConnection, pin: string): Promise<ProviderFailure | null>;
  /** Time after the customer's last message after which only templates may be sent; undefined: there is no limit. */
  readonly windowMs?: number;
  /** The longest window that a connection may set by its `replyHours`. */
  readonly maxWindowMs?: number;
  /** Format to which recordings are converted before they are sent; undefined: they are not converted. */
  readonly voiceMime?: string;
  send(connection: ChannelConnection, message: OutboundMessage): Promise<SendOutcome>;
  fetchMedia(connection: ChannelConnection, ref: string): Promise<FetchedMedia>;
  /** Called when the file is in our storage: the provider's copy may be deleted. */
  releaseMedia?(connection: ChannelConnection, ref: string): Promise<void>;
  /**
   * @param providerIds ids of all messages that were read, in order; for most providers the last one is enough
   * @param to the customer who wrote the last one
   */
  markRead?(connection: ChannelConnection, providerIds: readonly string[], to: string): Promise<void>;
  /** Name and picture of a customer, when messages do not contain them; null when we have no access to them. */
  profile?(connection: ChannelConnection, address: string): Promise<CustomerProfile | null>;
  /** Capability `react`; idempotent. */
  react?(connection: ChannelConnection, reaction: OutboundReaction): Promise<SendOutcome>;
  /** Capability `edit`; idempotent. */
  edit?(connection: ChannelConnection, edit: OutboundEdit): Promise<SendOutcome>;
  /** Capability `delete`: deletes a message of ours for everybody; idempotent. */
  delete?(connection: ChannelConnection, target: ProviderTarget): Promise<SendOutcome>;
  /** Whether a number can be contacted; asked before a new conversation. @throws when the provider does not answer */
  hasNumber?(connection: ChannelConnection, number: string): Promise<boolean>;
  /** Asks for contacts and messages of the phone that uses the same number; they come as events. @returns a refusal */
  requestHistory?(connection: ChannelConnection): Promise<ProviderFailure | null>;
  /** Rejects a ringing call; on a channel without this method calls ring until the customer hangs up. */
  rejectCall?(connection: ChannelConnection, callId: string): Promise<SendOutcome>;
  /** Capability `typing`: shows that an answer to this message is being written. */
  showTyping?(connection: ChannelConnection, providerId: string, to: string): Promise<void>;
  /** What a failure means that the provider reports after the send; undefined: it concerns this message only. */
  failureOf?(error: ProviderError): ProviderFailure;
  /** Capability `templates`: missing form fields that the list needs, with their errors; null when none is missing. */
  missingForTemplates?(connection: ChannelConnection): Record<string, Localized> | null;
  /** Capability `templates`: one page of all templates, approved or not. */
  listTemplates?(connection: ChannelConnection, after: string | null): Promise<RemoteTemplatePage>;
}
