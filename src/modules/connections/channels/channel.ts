import type { Readable } from 'node:stream';
import type { Localized } from '../../../core/i18n.js';

/** Kinds of media a channel may carry; `application` is any document. */
export type MediaKind = 'image' | 'audio' | 'video' | 'application' | 'sticker';

/** What a message is, as told to the rest of the product whatever the provider. */
export type InboundType =
  | 'chat'
  | MediaKind
  | 'locationMessage'
  | 'contactMessage'
  | 'multi_vcard'
  | 'interactive'
  | 'unsupported';

/** A file the provider keeps for us: `ref` is what `fetchMedia` takes. */
export interface InboundMedia {
  ref: string;
  mime: string;
  name: string | null;
  sha256: string | null;
  voice?: boolean;
}

/** A message that came in, or one our own number sent from another device (`fromMe`). */
export interface InboundMessage {
  kind: 'message';
  eventId: string;
  providerId: string;
  /** The customer's address, also when `fromMe`: the other end of the conversation (in a group, the participant). */
  from: string;
  name: string | null;
  group: { id: string; name: string | null } | null;
  /** Milliseconds since the epoch, by the provider's clock. */
  timestamp: number;
  fromMe: boolean;
  type: InboundType;
  body: string;
  media: InboundMedia | null;
  quotedProviderId: string | null;
  data: Record<string, unknown> | null;
  forwarded: boolean;
}

/** A reaction to a message; `emoji` is null when it was taken back. */
export interface InboundReaction {
  kind: 'reaction';
  eventId: string;
  from: string;
  name: string | null;
  timestamp: number;
  targetProviderId: string;
  emoji: string | null;
}

export type DeliveryStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** What became of a message we sent; `messageId` is ours when the provider carried it back. */
export interface InboundStatus {
  kind: 'status';
  eventId: string;
  providerId: string;
  messageId: number | null;
  recipient: string;
  status: DeliveryStatus;
  timestamp: number;
  error: { code: string; text: string } | null;
}

/** A message that was written anew, or taken back, by whoever wrote it: `body` is its new text, null when it is gone. */
export interface InboundChange {
  kind: 'change';
  eventId: string;
  /** The customer's address; in a group the participant. */
  from: string;
  group: { id: string } | null;
  timestamp: number;
  /** Our own number did it on another device. */
  fromMe: boolean;
  targetProviderId: string;
  body: string | null;
}

/** What a provider told us, normalised; `eventId` is unique per connection and makes replays harmless. */
export type InboundEvent = InboundMessage | InboundReaction | InboundChange | InboundStatus;

/** A stored file to send, opened only when the channel needs its bytes. */
export interface OutboundMedia {
  key: string;
  mime: string;
  name: string;
  size: number;
  open(): Promise<Readable>;
}

/** What fills one gap of a template; `name` is null where gaps are numbered. */
export interface TemplateValue {
  name: string | null;
  text: string;
}

/** An approved template with everything that fills it but the file of its header, which is the message's media. */
export interface OutboundTemplate {
  name: string;
  language: string;
  header: TemplateValue[];
  body: TemplateValue[];
  /** Buttons that take something, by their place in the template. */
  buttons: { index: number; kind: 'url' | 'copy_code'; text: string }[];
}

export interface InteractiveChoice {
  id: string;
  title: string;
  description?: string;
}

/** Choices for the customer, beside the message's body: up to three buttons, or a list behind one. */
export interface OutboundInteractive {
  type: 'button' | 'list';
  header: string | null;
  footer: string | null;
  /** The choices of `button`. */
  buttons: InteractiveChoice[];
  /** What opens the `list`. */
  label: string | null;
  sections: { title: string | null; rows: InteractiveChoice[] }[];
}

/** One message to hand to a provider; `to` is E.164 digits without the plus sign. */
export interface OutboundMessage {
  messageId: number;
  to: string;
  type: 'chat' | 'template' | 'interactive' | MediaKind;
  body: string;
  media: OutboundMedia | null;
  quotedProviderId: string | null;
  /** Recorded just now, as opposed to an audio file. */
  voice: boolean;
  /** Of type `template`. */
  template?: OutboundTemplate | null;
  /** Of type `interactive`. */
  interactive?: OutboundInteractive | null;
}

/** Our reaction to a message that the provider knows; null takes it back. */
export interface OutboundReaction {
  to: string;
  targetProviderId: string;
  emoji: string | null;
}

/** Another text for a message of ours that the provider knows. */
export interface OutboundEdit {
  to: string;
  targetProviderId: string;
  body: string;
}

/** A message of ours that nobody shall have got. */
export interface OutboundDeletion {
  to: string;
  targetProviderId: string;
}

/** A template as the provider has it; `components` are its parts in the provider's own shape. */
export interface RemoteTemplate {
  providerId: string;
  name: string;
  language: string;
  category: string;
  status: string;
  format: 'positional' | 'named';
  reason: string | null;
  components: unknown[];
}

export interface RemoteTemplatePage {
  templates: RemoteTemplate[];
  /** Where the next page starts; null at the end. */
  next: string | null;
}

/** Why a send did not work, in terms of what to do next; `uncertain` may or may not have been accepted. */
export type SendFailure = 'permanent' | 'retry' | 'rate' | 'auth' | 'uncertain';

export type SendOutcome =
  | { ok: true; providerId: string }
  | ({ ok: false; kind: SendFailure; retryAfterMs?: number } & ProviderFailure);

/** What a provider's failure means beyond the message that met it. */
export interface ProviderFailure {
  code: string;
  text: Localized;
  /** Every other message of the connection would meet the same: all of them wait so long. */
  pauseMs?: number;
  /** The provider restricts the number for what was sent from it: managers are told. */
  restrictsNumber?: true;
}

/** What a provider allows. */
export interface ChannelRates {
  /** Messages in any second, of one number. */
  readonly perSecond: number;
  /** To one recipient: one in so many milliseconds, of which so many may go at once. */
  readonly recipient: { readonly everyMs: number; readonly burst: number };
}

/** What a provider knows of a connection; null where it does not say. */
export interface ProviderNumberInfo {
  readonly number: string | null;
  /** Under which customers see it. */
  readonly name: string | null;
  /** In the provider's own words. */
  readonly quality: string | null;
  /** More than the channel has for everybody. */
  readonly messagesPerSecond: number | null;
}

/** What a check of a connection found; `problem` is something to mend although it can send. */
export type ConnectionCheck =
  | { ok: true; facts: ProviderNumberInfo; problem: ProviderFailure | null }
  | Extract<SendOutcome, { ok: false }>;

/** What a channel needs to know of a connection, its credentials already decrypted. */
export interface ChannelConnection {
  id: number;
  companyId: number;
  channel: string;
  number: string | null;
  credentials: Record<string, string>;
}

/** What a channel can do; a missing one hides the action and is refused by the server. */
export interface ChannelCapabilities {
  edit: boolean;
  delete: boolean;
  react: boolean;
  templates: boolean;
  buttons: boolean;
  typing: boolean;
  media: readonly MediaKind[];
}

/** A file being downloaded from the provider. */
export interface FetchedMedia {
  stream: Readable;
  mime: string;
  name: string | null;
  size: number | null;
}

/** The port every channel implements. */
export interface Channel {
  readonly name: string;
  readonly capabilities: ChannelCapabilities;
  /** null: as fast as it goes. */
  readonly rates: ChannelRates | null;
  /** A repeated send with the same messageId is harmless. */
  readonly idempotent: boolean;
  /** Asks the provider whether the connection's credentials see its number. */
  check(connection: ChannelConnection): Promise<ConnectionCheck>;
  /** For so long after the customer's last message anything may be said, afterwards only templates; without it always. */
  readonly windowMs?: number;
  /** What recordings are converted to before they go out; without it they go out as they are. */
  readonly voiceMime?: string;
  send(connection: ChannelConnection, message: OutboundMessage): Promise<SendOutcome>;
  fetchMedia(connection: ChannelConnection, ref: string): Promise<FetchedMedia>;
  /** The file is in our storage now: the channel need not keep it any longer. */
  releaseMedia?(connection: ChannelConnection, ref: string): Promise<void>;
  /** Tells the provider that the customer's message was read. */
  markRead?(connection: ChannelConnection, providerId: string): Promise<void>;
  /** Capability `react`; the same reaction twice is one. */
  react?(connection: ChannelConnection, reaction: OutboundReaction): Promise<SendOutcome>;
  /** Capability `edit`; the same text twice is one edit. */
  edit?(connection: ChannelConnection, edit: OutboundEdit): Promise<SendOutcome>;
  /** Capability `delete`, for everybody; what is gone already is fine. */
  delete?(connection: ChannelConnection, deletion: OutboundDeletion): Promise<SendOutcome>;
  /** Capability `typing`: shows that somebody writes an answer to this message of the customer. */
  showTyping?(connection: ChannelConnection, providerId: string): Promise<void>;
  /** Capability `templates`: one page of what the provider has, approved or not. */
  listTemplates?(connection: ChannelConnection, after: string | null): Promise<RemoteTemplatePage>;
}
