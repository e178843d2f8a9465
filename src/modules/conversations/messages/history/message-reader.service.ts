import { Injectable } from '@nestjs/common';
import { Context, userIdOf } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { wordsInstead } from '../../../channels/connections/message-words.dto.js';
import { NameCacheService, type Names } from '../../tickets/names/name-cache.service.js';
import { messageErrors } from '../messages.errors.js';
import {
  type MessagePreview,
  type MessageRow,
  messageRows,
  messagesWithIds,
  type QuotedMessage,
  type StoredFile,
  type StoredMessage,
  type StoredRow,
  storedMessage,
} from '../queries/messages.queries.js';

/** The file of a card in a template's carousel. */
interface CardFile {
  readonly key: string;
  readonly name: string;
  readonly mime: string;
}

/** Types whose bubbles show a file or a card, so that they need no text. */
const shownTypes: ReadonlySet<string> = new Set(['image', 'audio', 'video', 'application', 'sticker']);

/** Reads messages in the format of API responses. */
@Injectable()
export class MessageReaderService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly media: MediaUrls,
    private readonly names: NameCacheService,
  ) {}

  /** @param page parameters of {@link messageRows} */
  async page(...page: Parameters<typeof messageRows>): Promise<MessageRow[]> {
    const [known, rows] = await Promise.all([this.names.get(), this.db.rows(messageRows(...page))]);
    const authors = rows.flatMap(({ user, quotedMsg }) => [{ userId: user }, { userId: quotedMsg?.user ?? null }]);
    const names = await this.names.covering(authors, known);
    const { locale } = this.context;
    return rows.map((row) => {
      const { body, data, user, contact, mediaUrl, mediaName, thumbUrl, preview, quotedMsg, errorText } = row;
      return Object.assign(row, {
        data: this.withCardFiles(data),
        dataJson: null,
        user: names.users.get(user ?? 0) ?? null,
        body: (row.mediaType === 'locationMessage' ? locationBody(body, data) : undefined) ?? this.wordsOf(row),
        preview: preview && this.preview(preview),
        quotedMsg: quotedMsg && this.quoted(quotedMsg, names),
        contact: row.fromMe ? null : { ...contact, profilePicUrl: this.media.resolve(contact.profilePicUrl) },
        mediaUrl: this.fileUrl({ mediaKey: mediaUrl, mediaName }),
        thumbUrl: this.media.resolve(thumbUrl),
        errorText: errorText?.[locale] ?? null,
      });
    });
  }

  /** The response for a text of the actor that is not stored yet. */
  ownText(text: Pick<MessageRow, 'id' | 'ticketId' | 'body' | 'clientMessageId' | 'createdAt'>): MessageRow {
    const { actor } = this.context;
    const id = userIdOf(actor);
    return {
      ...text,
      // like PostgreSQL stores it
      body: text.body.toWellFormed(),
      fromMe: true,
      read: true,
      mediaUrl: null,
      thumbUrl: null,
      mediaName: null,
      mediaMime: null,
      mediaSize: null,
      mediaType: 'chat',
      quotedMsg: null,
      isDeleted: false,
      isEdited: false,
      ack: 0,
      status: 'queued',
      errorCode: null,
      errorText: null,
      participant: null,
      contact: null,
      user: id === null ? null : { id, name: actor.name },
      reactions: [],
      isForwarded: false,
      preview: null,
      data: null,
      dataJson: null,
    };
  }

  /** The text of a message; one without text, file or card gets the name of its type. */
  private wordsOf({
    body,
    mediaType,
    isDeleted,
    data,
  }: Pick<MessageRow, 'body' | 'mediaType' | 'isDeleted'> & Partial<Pick<MessageRow, 'data'>>): string {
    const shows = body.trim() !== '' || isDeleted || shownTypes.has(mediaType) || data?.['cards'] || data?.['header'];
    return shows ? body : wordsInstead(mediaType, data?.['providerType'])[this.context.locale];
  }

  /** Adds the addresses of pictures and videos to the cards of a carousel. */
  private withCardFiles(stored: MessageRow['data']): MessageRow['data'] {
    if (!stored || !('cardFiles' in stored)) return stored;
    const { cardFiles, ...data } = stored;
    const files = (cardFiles ?? []) as readonly CardFile[];
    const cards = Array.isArray(data['cards']) ? (data['cards'] as object[]) : [];
    const withFile = (card: object, index: number): object => {
      const file = files[index];
      return file ? { ...card, mediaUrl: this.media.sign(file.key, { name: file.name }), mediaMime: file.mime } : card;
    };
    return { ...data, cards: cards.map(withFile) };
  }

  private quoted(stored: NonNullable<StoredRow['quotedMsg']>, names: Names): QuotedMessage {
    const { mediaKey, mediaName, user, ...quoted } = stored;
    return {
      ...quoted,
      body: this.wordsOf(quoted),
      user: names.users.get(user ?? 0) ?? null,
      mediaUrl: this.fileUrl({ mediaKey, mediaName }),
      dataJson: null,
    };
  }

  private fileUrl({ mediaKey, mediaName }: StoredFile): string | null {
    return mediaKey === null ? null : this.media.sign(mediaKey, { name: mediaName });
  }

  private preview({ key, ...preview }: NonNullable<StoredRow['preview']>): MessagePreview {
    return { ...preview, imageUrl: key === null ? null : this.media.sign(key) };
  }

  /** @throws 404 */
  async get(id: number): Promise<MessageRow> {
    const [row] = await this.byIds([id]);
    if (!row) throw messageErrors.ERR_NO_MESSAGE_FOUND();
    return row;
  }

  /** @param lock locks the row until the commit. @throws 404 */
  async getStored(id: number, { lock = false } = {}): Promise<StoredMessage> {
    const row = await this.db.row(storedMessage(this.context.companyId, id, { lock }));
    if (!row) throw messageErrors.ERR_NO_MESSAGE_FOUND();
    return row;
  }

  /** Returns the messages in the order of their ids. */
  async byIds(ids: readonly number[]): Promise<MessageRow[]> {
    const rows = await this.page(messagesWithIds(this.context.companyId, ids));
    return rows.reverse();
  }
}

/** All locations show this pin: a map service would learn where customers are (ADR 17). */
const pin = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 24 24"><path fill="#c62828" d="M12 2a7 7 0 0 0-7 7c0 5.2 7 13 7 13s7-7.8 7-13a7 7 0 0 0-7-7m0 9.5a2.5 2.5 0 1 1 0-5 2.5 2.5 0 0 1 0 5"/></svg>',
).toString('base64')}`;

/**
 * A location in the format that existing clients split: `image|link|text`. They insert the text as HTML, so markup is
 * removed. undefined when there are no coordinates.
 */
function locationBody(body: string, data: Readonly<Record<string, unknown>> | null): string | undefined {
  const { latitude, longitude } = data ?? {};
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  const text = body
    .replace(/[|<>]+/g, ' ')
    .trim()
    .replace(/\s*\n\s*/g, ', ');
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`;
  return [pin, link, text || `${latitude}, ${longitude}`].join('|');
}
