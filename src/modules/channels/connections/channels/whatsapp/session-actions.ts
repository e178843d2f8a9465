import { setTimeout as wait } from 'node:timers/promises';
import type { WAMessageKey, WASocket } from 'baileys';
import type { OutboundEdit, OutboundMessage, OutboundReaction, ProviderTarget, SendOutcome } from '../channel.js';
import { foreignAddress } from '../foreign-address.js';
import { contentOf, quotedMessage } from './build.js';
import type { Engine } from './engine.js';
import { isForeign, jidOfAddress, phoneJid, withoutDevice } from './jids.js';
import { messageIdOf, providerIdOf } from './message-ids.js';
import type { MessageStoreService } from './message-store.service.js';
import { invalidNumber, outcomeOf, sessionOver, unknownMessage, waits } from './session-errors.js';
import type { OwnedSession } from './whatsapp-sessions.queries.js';

export interface SessionActionsOptions {
  readonly engine: Engine;
  readonly session: OwnedSession;
  readonly messages: MessageStoreService;
  /** Checked before every step; false when another process may run the session. */
  readonly isOwner: () => boolean;
}

/** Pause between two messages of a number, because a person does not send several in a second. */
const pauseMs = { min: 250, max: 750 };
/** A message that would have to wait longer returns to its queue. */
const maxQueuedMs = 10_000;
const maxKnownNumbers = 5_000;

/** Calls to the socket of a connected session. */
export class SessionActions {
  private readonly jids = new Map<string, string>();
  /** Functions that reject the calls which the socket has not answered yet. */
  private readonly unanswered = new Set<(reason: Error) => void>();
  private isOver = false;
  private freeAt = 0;

  constructor(
    private readonly socket: WASocket,
    private readonly options: SessionActionsOptions,
  ) {}

  /** The socket is abandoned and may never answer, so open calls fail. */
  end(): void {
    this.isOver = true;
    for (const refuse of this.unanswered) refuse(sessionOver());
  }

  async send(message: OutboundMessage): Promise<SendOutcome> {
    const { messages, session, engine } = this.options;
    const messageId = providerIdOf(session.salt, message.messageId);
    return this.attempt(async () => {
      if (isForeign(message.to)) return foreignAddress;
      const jid = await this.jidOf(message.to);
      if (jid === null) return invalidNumber;
      const pause = this.reservePause();
      if (pause === null) return waits(maxQueuedMs);
      const quoted = message.quotedProviderId ? await this.find(message.quotedProviderId) : undefined;
      const content = await contentOf(message);
      await wait(pause);
      const options = { messageId, ...(quoted ? { quoted: quotedMessage(quoted) } : {}) };
      const sent = await this.ask((socket) => socket.sendMessage(jid, content, options));
      if (sent) await messages.save(session, [{ ...sent, external: message.to }], engine);
      return { ok: true, providerId: messageId };
    });
  }

  react({ to, targetProviderId, emoji }: OutboundReaction): Promise<SendOutcome> {
    return this.about({ to, targetProviderId }, false, (key) => ({ react: { key, text: emoji ?? '' } }));
  }

  edit({ to, targetProviderId, body }: OutboundEdit): Promise<SendOutcome> {
    return this.about({ to, targetProviderId }, true, (key) => ({ text: body, edit: key }));
  }

  delete(target: ProviderTarget): Promise<SendOutcome> {
    return this.about(target, true, (key) => ({ delete: key }));
  }

  rejectCall(callId: string): Promise<SendOutcome> {
    const [id = '', from = ''] = callId.split('|');
    return this.attempt(async () => {
      await this.ask((socket) => socket.rejectCall(id, from));
      return { ok: true, providerId: callId };
    });
  }

  /** WhatsApp does not mark earlier messages as read, so each one is named. */
  async markRead(providerIds: readonly string[]): Promise<void> {
    const { messages, session } = this.options;
    const keys = await messages.keys(session, providerIds);
    if (keys.length === 0) return;
    await this.ask((socket) => socket.readMessages(keys));
  }

  /** Also subscribes to the customer's typing. */
  async showTyping(providerId: string): Promise<void> {
    const jid = (await this.find(providerId))?.key.remoteJid;
    if (!jid) return;
    await this.ask((socket) => socket.presenceSubscribe(jid));
    await this.ask((socket) => socket.sendPresenceUpdate('composing', jid));
  }

  /** Whether the number has a WhatsApp account. */
  async hasNumber(number: string): Promise<boolean> {
    return !isForeign(number) && (await this.jidOf(number)) !== null;
  }

  /** Address of the picture of a customer or group; null: there is none, or it is hidden from us. */
  async pictureOf(address: string): Promise<string | null> {
    if (isForeign(address)) return null;
    const jid = jidOfAddress(address) ?? phoneJid(address);
    try {
      return (await this.ask((socket) => socket.profilePictureUrl(jid, 'preview'))) ?? null;
    } catch (error) {
      if (outcomeOf(error).kind === 'permanent') return null;
      throw error;
    }
  }

  /** WhatsApp's address of a number, possibly without the ninth digit; null: the number has no account. */
  private async jidOf(address: string): Promise<string | null> {
    const known = jidOfAddress(address) ?? this.jids.get(address);
    if (known) return known;
    const answers = await this.ask((socket) => socket.onWhatsApp(address));
    if (!answers) throw new Error('WhatsApp did not say whether it has the number');
    const found = answers.find(({ exists }) => exists);
    if (!found) return null;
    const jid = withoutDevice(found.jid);
    if (this.jids.size >= maxKnownNumbers) this.jids.delete(this.jids.keys().next().value ?? '');
    this.jids.set(address, jid);
    return jid;
  }

  /** Sends a message that refers to another one, like a reaction or an edit. */
  private about(
    { to, targetProviderId }: ProviderTarget,
    own: boolean,
    content: (key: WAMessageKey) => Parameters<WASocket['sendMessage']>[1],
  ): Promise<SendOutcome> {
    return this.attempt(async () => {
      if (isForeign(to)) return foreignAddress;
      const key = (await this.find(targetProviderId))?.key ?? (await this.guessedKey(to, targetProviderId, own));
      if (!key?.remoteJid || (own && !key.fromMe)) return unknownMessage;
      const { remoteJid } = key;
      await this.ask((socket) => socket.sendMessage(remoteJid, content(key)));
      return { ok: true, providerId: targetProviderId };
    });
  }

  /** A key for a message whose key is no longer stored; in a group the author of others' messages is unknown. */
  private async guessedKey(to: string, id: string, own: boolean): Promise<WAMessageKey | undefined> {
    const fromMe = own || messageIdOf(this.options.session.salt, id) !== null;
    const remoteJid = await this.jidOf(to);
    return remoteJid && (fromMe || !remoteJid.endsWith('@g.us')) ? { id, remoteJid, fromMe } : undefined;
  }

  private find(providerId: string) {
    const { messages, session, engine } = this.options;
    return messages.find(session, providerId, engine);
  }

  /** The time that the next message has to wait; null: it is too long. */
  private reservePause(): number | null {
    const now = performance.now();
    const start = Math.max(now, this.freeAt);
    if (start - now > maxQueuedMs) return null;
    this.freeAt = start + pauseMs.min + Math.random() * (pauseMs.max - pauseMs.min);
    return start - now;
  }

  private async attempt(work: () => Promise<SendOutcome>): Promise<SendOutcome> {
    try {
      return await work();
    } catch (error) {
      return this.options.isOwner() ? outcomeOf(error) : waits();
    }
  }

  /** @throws when another process may run this session, or when the session ends */
  private async ask<T>(question: (socket: WASocket) => Promise<T>): Promise<T> {
    if (this.isOver || !this.options.isOwner()) throw sessionOver();
    const over = Promise.withResolvers<never>();
    this.unanswered.add(over.reject);
    try {
      return await Promise.race([question(this.socket), over.promise]);
    } finally {
      this.unanswered.delete(over.reject);
    }
  }
}
