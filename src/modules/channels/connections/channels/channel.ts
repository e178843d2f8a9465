import type { Readable } from 'node:stream';
import type { Localized } from '../../../../core/i18n.js';

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

/** A received message, or one that our own number sent from another device (`fromMe`). */
export interface InboundMessage extends ProviderEvent {
  kind: 'message';
  providerId: string;
  /** The customer's address, also when `fromMe`: the other end of the conversation (in a group, the participant). */
  from: string;
  /** WhatsApp's second id of that person; where the number is hidden it is `from` too. */
  lid?: string;
  name: string | null;
  group: { id: string; name: string | null } | null;
  fromMe: boolean;
  type: InboundType;
  body: string;
  media: InboundMedia | null;
  quotedProviderId: string | null;
  data: Record<string, unknown> | null;
  forwarded: boolean;
  /** Another program of the company answers the customer now: stored, and nothing here answers it. */
  standby?: true;
  /** Nobody wrote it for an answer: it opens no conversation and is read; without a conversation it is not kept. */
  notice?: true;
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
export interface InboundStatus extends ProviderEvent {
  kind: 'status';
  providerId: string;
  messageId: number | null;
  recipient: string;
  status: DeliveryStatus;
  error: ProviderError | null;
}

/** What a status says of a message. */
export type StatusReport = Omit<InboundStatus, 'kind' | 'eventId' | 'recipient'>;

/** The customer has got or read everything that we sent up to then; some providers report no single messages. */
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
  /** By our own number on another device. */
  fromMe: boolean;
  targetProviderId: string;
  body: string | null;
}

/** A customer is calling. */
export interface InboundCall extends ProviderEvent {
  kind: 'call';
  /** What `rejectCall` takes. */
  callId: string;
  from: string;
  name: string | null;
}

/** What a provider reports, normalised. */
export type InboundEvent =
  | InboundMessage
  | InboundReaction
  | InboundChange
  | InboundStatus
  | InboundWatermark
  | InboundCall;

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
  /** Buttons with a variable, and of cards those whose answer has a payload; `index` is the position in the template. */
  buttons: { index: number; kind: 'url' | 'copy_code' | 'quick_reply'; text: string }[];
}

/** An approved template with its values; a file in its header is the message's media. */
export interface OutboundTemplate extends TemplatePartValues {
  name: string;
  language: string;
  /** Of a carousel; their files are the message's `cardFiles`. */
  cards?: TemplatePartValues[];
}

export interface InteractiveChoice {
  id: string;
  title: string;
  description?: string;
}

/** Choices below the message's body: up to three buttons, or a list that opens with one. */
export interface OutboundInteractive {
  type: 'button' | 'list';
  header: string | null;
  footer: string | null;
  /** Of type `button`. */
  buttons: InteractiveChoice[];
  /** Of type `list`: the button that opens it. */
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
  /** Of a template with a carousel: one for each card. */
  cardFiles?: OutboundMedia[];
  quotedProviderId: string | null;
  forwarded?: boolean;
  /** A recording, as opposed to an audio file. */
  voice: boolean;
  /** A user wrote it, as opposed to a bot or an automatic text. */
  byPerson?: boolean;
  /** Of type `template`. */
  template?: OutboundTemplate | null;
  /** Of type `interactive`. */
  interactive?: OutboundInteractive | null;
}

/** A message that the provider knows. */
export interface ProviderTarget {
  to: string;
  targetProviderId: string;
}

/** Our reaction; null removes it. */
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

/** Kind of a failed send, by what to do next; `uncertain`: the provider may have accepted it. */
export type SendFailure = 'permanent' | 'retry' | 'rate' | 'auth' | 'uncertain';

export type SendOutcome =
  | { ok: true; providerId: string }
  | ({ ok: false; kind: SendFailure; retryAfterMs?: number } & ProviderFailure);

/** A failure that a provider reported. */
export interface ProviderFailure {
  code: string;
  text: Localized;
  /** Every other message of the connection would fail too: all wait so long. */
  pauseMs?: number;
  /** The provider restricts the number for what was sent from it: managers are warned. */
  restrictsNumber?: true;
}

export interface ChannelRates {
  /** Messages in any second, of one number. */
  readonly perSecond: number;
  /** Per recipient: one message in `everyMs`, after a burst of `burst`. */
  readonly recipient: { readonly everyMs: number; readonly burst: number };
}

/** What a provider reports about a number; null where it does not. */
export interface ProviderNumberInfo {
  readonly number: string | null;
  /** Display name for customers. */
  readonly name: string | null;
  /** In the provider's spelling. */
  readonly quality: string | null;
  /** Where it differs from the rate of the channel. */
  readonly messagesPerSecond: number | null;
  /** How many customers a day may be written to first, in the provider's spelling. */
  readonly messagingLimit: string | null;
}

/** An account at the provider that the credentials may use. */
export interface ProviderAccount {
  readonly id: string;
  readonly name: string;
}

/**
 * Result of a connection check; `problem` needs a fix although sending works. `accountId`: the account that was meant, where
 * none was chosen yet; `accounts`: one of them has to be chosen.
 */
export type ConnectionCheck =
  | { ok: true; facts: ProviderNumberInfo; problem: ProviderFailure | null; accountId?: string }
  | (Extract<SendOutcome, { ok: false }> & { accounts?: readonly ProviderAccount[] });

/** What a provider says of a customer. */
export interface CustomerProfile {
  readonly name: string | null;
  /** What `fetchMedia` takes. */
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

/** Screens hide what a channel cannot do, and the server refuses it. */
export interface ChannelCapabilities {
  edit: boolean;
  delete: boolean;
  react: boolean;
  templates: boolean;
  buttons: boolean;
  typing: boolean;
  media: readonly MediaKind[];
}

/** Sessions of a channel that pairs a phone by a QR code; changes of their state are reported by `SessionReports`. */
export interface ChannelSessions {
  /** Connects again with the phone that is paired. */
  connect(connection: ChannelConnection): Promise<void>;
  /** Forgets the phone and shows a new QR code, or for the phone with this number a code to be typed there. */
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
  /** null: unlimited. */
  readonly rates: ChannelRates | null;
  /** A repeated send with the same messageId is harmless. */
  readonly idempotent: boolean;
  /** Echoes of what we send have no id of ours: they are matched by text and type. */
  readonly echoesWithoutId?: true;
  /** What `send` accepted has reached the customer; other channels report the delivery later. */
  readonly deliversOnSend?: true;
  /** Without it nothing is paired: credentials alone connect. */
  readonly sessions?: ChannelSessions;
  /** Asks the provider whether the connection's credentials see its number. */
  check(connection: ChannelConnection): Promise<ConnectionCheck>;
  /** Registers the number with the provider by its PIN; without it that is done at the provider. @returns why it was refused */
  register?(connection: ChannelConnection, pin: string): Promise<ProviderFailure | null>;
  /** Time after the customer's last message in which more than templates may be sent; without it there is no limit. */
  readonly windowMs?: number;
  /** A connection may have a longer one by its `replyHours`, at most this. */
  readonly maxWindowMs?: number;
  /** Format that recordings are converted to before they are sent; without it they are sent as they are. */
  readonly voiceMime?: string;
  send(connection: ChannelConnection, message: OutboundMessage): Promise<SendOutcome>;
  fetchMedia(connection: ChannelConnection, ref: string): Promise<FetchedMedia>;
  /** The file is in our storage: the provider's copy may be deleted. */
  releaseMedia?(connection: ChannelConnection, ref: string): Promise<void>;
  /**
   * @param providerIds of all messages that were read, in order; for most providers the last one covers those before it
   * @param to the customer who wrote the last one
   */
  markRead?(connection: ChannelConnection, providerIds: readonly string[], to: string): Promise<void>;
  /** Name and picture of a customer whose messages do not carry them; null when they may not be read. */
  profile?(connection: ChannelConnection, address: string): Promise<CustomerProfile | null>;
  /** Capability `react`; idempotent. */
  react?(connection: ChannelConnection, reaction: OutboundReaction): Promise<SendOutcome>;
  /** Capability `edit`; idempotent. */
  edit?(connection: ChannelConnection, edit: OutboundEdit): Promise<SendOutcome>;
  /** Capability `delete`: deletes a message of ours for everybody; idempotent. */
  delete?(connection: ChannelConnection, target: ProviderTarget): Promise<SendOutcome>;
  /** Whether a number can be written to, before a conversation with it is begun. @throws when the provider does not answer */
  hasNumber?(connection: ChannelConnection, number: string): Promise<boolean>;
  /** Ends a call that rings; without it calls ring until the customer gives up. */
  rejectCall?(connection: ChannelConnection, callId: string): Promise<SendOutcome>;
  /** Capability `typing`: shows that an answer to this message is being written. */
  showTyping?(connection: ChannelConnection, providerId: string, to: string): Promise<void>;
  /** What a failure means that the provider reports after the send; without it nothing beyond the message. */
  failureOf?(error: ProviderError): ProviderFailure;
  /** Capability `templates`: form fields without which they cannot be listed, each with its error; null when none is. */
  missingForTemplates?(connection: ChannelConnection): Record<string, Localized> | null;
  /** Capability `templates`: one page of all templates, approved or not. */
  listTemplates?(connection: ChannelConnection, after: string | null): Promise<RemoteTemplatePage>;
}
