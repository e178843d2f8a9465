import { deliveryErrorTexts } from '../../../modules/conversations/messages/messages.errors.js';
import type { ImportStore, Target, Values } from './import-store.js';
import type { MediaFolder } from './media-folder.js';
import { reasons } from './reasons.js';
import type { SourceRow } from './source-database.js';
import { ahead, isNamed, type TableImporter } from './table-import.js';
import { noteOf } from './tickets.js';
import { flag, integer, moment, text } from './values.js';

const table = 'Messages';
/** Of a transaction; with files to be copied smaller, as they are copied again when it is interrupted. */
const sizes = { rows: 2500, files: 500 };

const logEvery = 50_000;

/** Types of other libraries, in the words of ours; what has a file is a document otherwise, and a text without. */
const types: Readonly<Record<string, string>> = {
  image: 'image',
  imageMessage: 'image',
  video: 'video',
  videoMessage: 'video',
  audio: 'audio',
  audioMessage: 'audio',
  ptt: 'audio',
  sticker: 'sticker',
  stickerMessage: 'sticker',
  application: 'application',
  document: 'application',
  documentMessage: 'application',
  documentWithCaptionMessage: 'application',
  call_log: 'call_log',
  location: 'locationMessage',
  locationMessage: 'locationMessage',
  liveLocationMessage: 'locationMessage',
  vcard: 'contactMessage',
  contactMessage: 'contactMessage',
};
const signals = new Set(['reactionMessage', 'protocolMessage', 'senderKeyDistributionMessage', 'e2e_notification']);

const columns = {
  id: 'bigint',
  company_id: 'bigint',
  ticket_id: 'bigint',
  contact_id: 'bigint',
  connection_id: 'bigint',
  user_id: 'bigint',
  body: 'text',
  from_me: 'boolean',
  read: 'boolean',
  media_type: 'text',
  media_key: 'text',
  media_name: 'text',
  media_mime: 'text',
  media_size: 'int',
  error_code: 'text',
  error_text: 'jsonb',
  quoted_msg_id: 'bigint',
  is_deleted: 'boolean',
  is_edited: 'boolean',
  status: 'text',
  ack: 'smallint',
  provider_id: 'text',
  participant: 'text',
  data: 'jsonb',
  sent_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
};

/** Everything in the order of time, so that ids here are in it too. */
export async function takeMessages(importer: TableImporter, media: MediaFolder | undefined): Promise<void> {
  if (!importer.has(table)) return;
  await new MessageImport(importer, media).run();
  // notes among colleagues, which newer versions keep with the messages
  if (importer.has(table, 'isPrivate'))
    await importer.take({
      table,
      into: 'ticket_notes',
      columns: { note: 'text', ticket_id: 'bigint', user_id: 'bigint' },
      references: { ticketId: 'Tickets', userId: 'Users' },
      parent: 'ticketId',
      where: `t.${importer.source.quote('isPrivate')} = true`,
      values: noteOf('body'),
    });
}

interface Accepted {
  readonly row: SourceRow;
  readonly sourceId: string;
  readonly ticket: Target;
  readonly companyId: number;
  readonly providerId: string;
  readonly at: string;
}

class MessageImport {
  private readonly store: ImportStore;
  /** Baileys counts 1 while a message waits, the library before it 0. */
  private readonly ackOffset: number;

  constructor(
    private readonly importer: TableImporter,
    private readonly media: MediaFolder | undefined,
  ) {
    this.store = importer.store;
    this.ackOffset = importer.has(table, 'remoteJid') || importer.has(table, 'dataJson') ? 1 : 0;
  }

  async run(): Promise<void> {
    const size = this.media ? sizes.files : sizes.rows;
    let read = 0;
    for await (const rows of ahead(this.importer.source.stream(this.select(), size))) {
      await this.store.batch(() => this.take(rows));
      read += rows.length;
      if (read % logEvery < rows.length || rows.length < size) this.importer.log(`  ${table}: ${read} read`);
    }
  }

  /** Without the columns that hold what the library received, which are larger than everything else. */
  private select(): string {
    const quote = (name: string): string => this.importer.source.quote(name);
    const wanted = ['id', 'body', 'ack', 'read', 'mediaType', 'mediaUrl', 'fromMe', 'isDeleted', 'isEdited', 'wid'];
    const more = ['ticketId', 'contactId', 'userId', 'companyId', 'createdAt', 'updatedAt', 'quotedMsgId'];
    const own = [...wanted, ...more].filter((name) => this.importer.has(table, name)).map((name) => `t.${quote(name)}`);
    const wid = this.importer.has(table, 'wid');
    const unread = this.importer.has('Tickets', 'unreadMessages');
    const of = (inner: string, from: string, by: string): string =>
      `(select s.${quote(inner)} from ${this.importer.source.relation(from)} s where s.id = t.${quote(by)})`;
    const looked = [
      ...(wid ? [`${of('wid', table, 'quotedMsgId')} as ${quote('quotedWid')}`] : []),
      ...(unread ? [`${of('unreadMessages', 'Tickets', 'ticketId')} as ${quote('unreadMessages')}`] : []),
    ];
    const notPrivate = `(t.${quote('isPrivate')} is null or t.${quote('isPrivate')} = false)`;
    return this.importer.select(
      {
        table,
        references: { ticketId: 'Tickets' },
        parent: 'ticketId',
        where: this.importer.has(table, 'isPrivate') ? notPrivate : '',
        order: ['createdAt', 'id'],
      },
      [...own, ...looked].join(', '),
    );
  }

  private async take(rows: readonly SourceRow[]): Promise<void> {
    const { store } = this;
    const companyOf = await this.importer.companiesOf(rows);
    const references = await this.importer.references(rows, {
      ticketId: 'Tickets',
      userId: 'Users',
      contactId: 'Contacts',
    });
    store.count(table, { read: rows.length });
    const accepted = rows.flatMap((row): Accepted[] => {
      const sourceId = String(row['id']);
      const ticket = references(row)('ticketId');
      const at = moment(row['createdAt']);
      const type = text(row['mediaType']);
      const reason = !ticket
        ? reasons.parent('Tickets')
        : isNamed(row) && companyOf(row) !== ticket.companyId
          ? reasons.otherCompany
          : at === null
            ? reasons.noTime
            : signals.has(type)
              ? reasons.notShown(type)
              : undefined;
      if (reason || !ticket || at === null) {
        store.refuse(table, sourceId, reason ?? reasons.noTime);
        return [];
      }
      const providerId = text(row['wid'], 200) || sourceId.slice(0, 200);
      return [{ row, sourceId, ticket, companyId: ticket.companyId, providerId, at }];
    });
    const stored = await this.stored(accepted);
    const fresh = new Map<string, Accepted>();
    for (const each of accepted) {
      const key = keyOf(each.ticket, each.providerId);
      if (!stored.has(key) && !fresh.has(key)) fresh.set(key, each);
    }
    store.count(table, { present: accepted.length - fresh.size });
    const ids = await store.newIds('messages', fresh.size);
    const known = new Map(
      [...fresh.entries()].map(([key, { ticket }], index) => [key, [ids[index] ?? 0, ticket['contactId']] as const]),
    );
    const files = await Promise.all([...fresh.values()].map((each) => this.fileOf(each)));
    const values = [...fresh.values()].map((each, index) => {
      const of = references(each.row, each.companyId);
      const quoted = quotedOf(each.row);
      const [quotedId, quotedContact] =
        (quoted !== '' && (known.get(keyOf(each.ticket, quoted)) ?? stored.get(keyOf(each.ticket, quoted)))) || [];
      return {
        ...this.valuesOf(each, of('contactId')),
        ...files[index],
        id: ids[index],
        user_id: of('userId')?.id ?? null,
        quoted_msg_id: quotedContact === each.ticket['contactId'] ? (quotedId ?? null) : null,
      };
    });
    await store.insert('messages', columns, values);
    store.count(table, { taken: values.length });
  }

  /** Messages that are here already, and those that are quoted: id and contact. */
  private async stored(rows: readonly Accepted[]): Promise<Map<string, readonly [number, unknown]>> {
    const wanted = rows.flatMap(({ ticket, providerId, row }) => {
      const quoted = quotedOf(row);
      const of = (id: string): Values => ({ w: ticket['whatsappId'], p: id });
      return quoted === '' ? [of(providerId)] : [of(providerId), of(quoted)];
    });
    const found = await this.store.rows<{ id: number; whatsappId: number; providerId: string; contactId: number }>(
      `select m.id, m.connection_id as "whatsappId", m.provider_id as "providerId", m.contact_id as "contactId"
       from json_to_recordset($1::json) as g(w bigint, p text) join messages m on m.connection_id = g.w and m.provider_id = g.p`,
      [JSON.stringify(wanted)],
    );
    return new Map(found.map((row) => [keyOf(row, row.providerId), [row.id, row.contactId]]));
  }

  private valuesOf({ row, ticket, companyId, providerId, at }: Accepted, sender: Target | undefined): Values {
    const fromMe = flag(row['fromMe']);
    const group = ticket['isGroup'] === true && !fromMe && sender;
    const ack = fromMe ? Math.min(3, Math.max(1, integer(row['ack']) - this.ackOffset)) : 0;
    const fileName = text(row['mediaUrl']).split('/').at(-1) ?? '';
    const written = text(row['body']);
    const { type, body, data } = contentOf(row, written === fileName ? '' : written);
    return {
      company_id: companyId,
      ticket_id: ticket.id,
      contact_id: ticket['contactId'],
      connection_id: ticket['whatsappId'],
      body,
      from_me: fromMe,
      // what the source counts as read in the conversation
      read:
        fromMe || flag(row['read']) || (row['unreadMessages'] !== undefined && integer(row['unreadMessages']) === 0),
      media_type: type,
      is_deleted: flag(row['isDeleted']),
      is_edited: flag(row['isEdited']),
      status: fromMe ? (['sent', 'delivered', 'read'][ack - 1] ?? 'sent') : 'received',
      ack,
      provider_id: providerId,
      participant: group ? text(sender['name'], 100) : null,
      data: group ? { ...data, participantNumber: sender['number'] } : data,
      sent_at: at,
      created_at: at,
      updated_at: moment(row['updatedAt']) ?? at,
    };
  }

  private async fileOf({ row, sourceId, companyId, at }: Accepted): Promise<Values> {
    const name = text(row['mediaUrl'], 1000);
    const none = { media_key: null, media_name: null, media_mime: null, media_size: null };
    if (name === '') return none;
    const media_name = name.split('/').at(-1)?.slice(-255) ?? null;
    const sourceCompanyId = row['companyId'];
    const copy = await this.media?.copy({ companyId, sourceCompanyId, id: `Messages|${sourceId}`, name, at });
    if (copy) return { media_key: copy.key, media_name, media_mime: copy.mime.slice(0, 100), media_size: copy.size };
    this.store.note(table, sourceId, this.media ? reasons.fileMissing : reasons.noMedia);
    // as of a file that a channel could not load
    return { ...none, media_name, error_code: 'ERR_WAPP_DOWNLOAD_MEDIA', error_text: deliveryErrorTexts.noMedia };
  }
}

const keyOf = (connection: Values, providerId: string): string => `${connection['whatsappId']} ${providerId}`;

const quotedOf = (row: SourceRow): string => text(row['quotedWid'] ?? row['quotedMsgId'], 200);

interface Content {
  readonly type: string;
  readonly body: string;
  readonly data: Values | null;
}

/** Places and cards are kept in the body there: `image|link|text`, or a vCard. */
function contentOf(row: SourceRow, body: string): Content {
  const hasFile = text(row['mediaUrl']) !== '';
  const type = types[text(row['mediaType'])] ?? (hasFile ? 'application' : 'chat');
  if (type === 'locationMessage') {
    const [, latitude, longitude] =
      /(-?\d{1,2}(?:\.\d+)?)(?:%2C|,)\s*(-?\d{1,3}(?:\.\d+)?)/i.exec(body.slice(-500)) ?? [];
    const label = body.includes('|') ? (body.split('|').at(-1) ?? '') : body;
    if (latitude === undefined) return { type: 'chat', body: label, data: null };
    return { type, body: label, data: { latitude: Number(latitude), longitude: Number(longitude) } };
  }
  if (type === 'contactMessage') {
    const card = body.slice(0, 10_000);
    const name = /^FN[^:\n]*:(.*)$/m.exec(card)?.[1]?.trim();
    const phones = [...card.matchAll(/^(?:item\d+\.)?TEL[^:\n]*:(.*)$/gm)].flatMap(([, phone]) => phone?.trim() || []);
    if (!name) return { type: 'chat', body, data: null };
    return { type, body: name, data: { contacts: [{ name: name.slice(0, 200), phones }] } };
  }
  return { type, body, data: null };
}
