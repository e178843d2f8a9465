import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sql } from 'kysely';
import { Db } from '../core/database/db.js';
import { Jobs } from '../core/jobs/jobs.js';
import { Campaign } from '../modules/campaigns/mass/campaign.entity.js';
import { CampaignShipment } from '../modules/campaigns/mass/campaign-shipment.entity.js';
import { shipmentErrorTexts } from '../modules/campaigns/mass/campaigns.errors.js';
import { campaignMark, fillText } from '../modules/campaigns/mass/editing/campaign-text.js';
import { StartCampaign, startKey } from '../modules/campaigns/mass/sending/start-campaign.job.js';
import { sandboxId } from '../modules/channels/connections/channels/sandbox/sandbox.channel.js';
import { ContactList, ContactListItem } from '../modules/contacts/contact-lists/contact-list.entity.js';
import type { Contact } from '../modules/contacts/contacts/contact.entity.js';
import { Message } from '../modules/conversations/messages/message.entity.js';
import type { DemoCampaign, DemoCompany, DemoContactList } from './demo-data.js';
import { type Ids, insertAll } from './insert-entities.js';
import { workingDay } from './timeline.js';
import { undeliverable } from './write-conversations.js';

export interface CampaignsOptions {
  readonly companyId: number;
  readonly data: DemoCompany;
  readonly contacts: readonly Contact[];
  readonly ids: Readonly<Record<'queues' | 'tags' | 'connections', Ids>>;
  /** As many as {@link shipmentCount}, older than those of messages. */
  readonly shipmentIds: readonly number[];
  readonly now: Date;
}

/** Somebody on a list. */
interface DemoRecipient
  extends Pick<ContactListItem, 'name' | 'number' | 'email' | 'variables'>,
    Pick<Contact, 'optedOut'> {}

/** The first conversation of a contact on a connection, with its first message. */
export interface FirstMessage
  extends Pick<Message, 'id' | 'ticketId' | 'contactId' | 'connectionId' | 'fromMe' | 'sentAt'> {
  readonly number: string;
}

const [minute, day] = [60_000, 86_400_000];
const isPast = ({ day }: { readonly day: number }): boolean => day < 0;
const listOf = ({ contactLists }: DemoCompany, name: string | undefined): DemoContactList | undefined =>
  contactLists.find((list) => list.name === name);

export const startOf = (now: Date, { day: days, at }: Pick<DemoCampaign, 'day' | 'at'>): Date =>
  new Date(`${workingDay(now, days)}T${at}:00-03:00`);

export const shipmentCount = (data: DemoCompany): number =>
  data.campaigns.filter(isPast).reduce((sum, { list: name }) => {
    const list = listOf(data, name);
    return sum + (list?.contacts.length ?? 0) + (list?.others.length ?? 0);
  }, 0);

/** Those of a list, and the contacts that are named. */
export function recipientsOf(
  { data, contacts }: Pick<CampaignsOptions, 'data' | 'contacts'>,
  { list: name, contacts: named = [] }: { readonly list?: string | undefined; readonly contacts?: readonly string[] },
): DemoRecipient[] {
  const list = listOf(data, name);
  const known = [...(list?.contacts ?? []), ...named].flatMap(
    (each) => contacts.find((contact) => contact.name === each) ?? [],
  );
  return [
    ...known.map(({ name, number, email, optedOut, extraInfo }) => {
      const variables = extraInfo.map((each) => ({ name: each.name, value: each.value }));
      return { name, number, email: email ?? '', optedOut, variables };
    }),
    ...(list?.others ?? []).map((name, index) => {
      const number = `5511${900_500_000 + ((index * 764_323) % 9_000_000)}`;
      return { name, number, email: '', optedOut: false, variables: [{ name: 'Cidade', value: 'São Paulo' }] };
    }),
  ];
}

export const firstMessagesOf = (db: Db, companyId: number): Promise<FirstMessage[]> =>
  db.rows(sql`
    select distinct on (m.contact_id, m.connection_id) m.id, m.ticket_id as "ticketId", m.contact_id as "contactId",
      m.connection_id as "connectionId", m.from_me as "fromMe", m.sent_at as "sentAt", c.number
    from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    where m.company_id = ${companyId} order by m.contact_id, m.connection_id, m.id`);

/** Contact lists, and campaigns that are over or will start; the replies are among the conversations. */
export async function writeCampaigns(app: NestFastifyApplication, options: CampaignsOptions): Promise<void> {
  const { companyId, data } = options;
  const db = app.get(Db);
  const rows = data.contactLists.map(({ name }) => ({
    companyId,
    name,
    contactsCount: recipientsOf(options, { list: name }).length,
  }));
  const lists = await insertAll(db, ContactList, rows);
  const items = lists.flatMap(({ id: contactListId, name }) =>
    recipientsOf(options, { list: name }).map(({ optedOut: _, ...recipient }) => ({
      companyId,
      contactListId,
      ...recipient,
    })),
  );
  await insertAll(db, ContactListItem, items);
  const firstMessages = await firstMessagesOf(db, companyId);
  for (const campaign of data.campaigns) {
    const contactListId = lists.find(({ name }) => name === campaign.list)?.id ?? 0;
    const row = await writeCampaign(db, options, campaign, contactListId);
    if (isPast(campaign)) await writeShipments(db, options, { row, campaign, firstMessages });
    else await addStart(app, row);
  }
}

async function writeCampaign(
  db: Db,
  options: CampaignsOptions,
  campaign: DemoCampaign,
  contactListId: number,
): Promise<Campaign> {
  const { companyId, ids, now } = options;
  const { name, queue, tag, connection, messages, confirmations } = campaign;
  const numbered = (column: string, texts: readonly string[]) =>
    Object.fromEntries(texts.map((text, index) => [`${column}${index + 1}`, text]));
  const scheduledAt = startOf(now, campaign);
  const recipients = recipientsOf(options, campaign);
  const sent = recipients.filter(({ optedOut }) => !optedOut).length;
  const over = {
    startedAt: scheduledAt,
    frozenAt: scheduledAt,
    completedAt: new Date(scheduledAt.getTime() + offsetOf(sent)),
    refused: { invalid: 0, repeated: 0, optedOut: recipients.length - sent },
    run: 2,
  };
  const [row] = await insertAll(db, Campaign, [
    {
      ...{ companyId, name, contactListId, scheduledAt, confirmation: confirmations.length > 0 },
      ...numbered('message', messages),
      ...numbered('confirmationMessage', confirmations),
      whatsappId: ids.connections(connection),
      queueId: ids.queues(queue),
      tagId: tag === undefined ? null : ids.tags(tag),
      ...(isPast(campaign) ? { ...over, status: 'FINALIZADA' as const } : { status: 'PROGRAMADA' as const }),
      createdAt: new Date(Math.min(scheduledAt.getTime(), now.getTime()) - day),
    },
  ]);
  if (!row) throw new Error(`The campaign ${name} was not written`);
  return row;
}

/** As the default intervals space them: 20 seconds, after 20 messages a minute. */
const offsetOf = (sent: number): number => (Math.min(sent, 20) * 20 + Math.max(0, sent - 20) * 60) * 1000;

interface Shipments {
  readonly row: Campaign;
  readonly campaign: DemoCampaign;
  readonly firstMessages: readonly FirstMessage[];
}

async function writeShipments(
  db: Db,
  options: CampaignsOptions,
  { row, campaign, firstMessages }: Shipments,
): Promise<void> {
  const { companyId, now } = options;
  const [startedAt, connectionId] = [startOf(now, campaign).getTime(), options.ids.connections(campaign.connection)];
  const written = recipientsOf(options, campaign)
    .filter(({ optedOut }) => !optedOut)
    .map(({ optedOut: _, ...recipient }, index) => {
      const id = options.shipmentIds[index] ?? 0;
      const turn = index % campaign.messages.length;
      const sentAt = new Date(startedAt + offsetOf(index));
      const reply = firstMessages.find(
        (each) =>
          each.number === recipient.number && each.connectionId === connectionId && new Date(each.sentAt) > sentAt,
      );
      const repliedAt = reply ? new Date(reply.sentAt) : null;
      const shipment = {
        ...{ id, companyId, campaignId: row.id, connectionId, position: index + 1, ...recipient, sentAt, repliedAt },
        message: turn + 1,
        body: campaignMark + fillText(campaign.messages[turn] ?? '', recipient, []),
        providerId: sandboxId(id),
        ...deliveryOf(index, sentAt, repliedAt),
        createdAt: new Date(startedAt),
      };
      return { shipment, reply };
    });
  await insertAll(
    db,
    CampaignShipment,
    written.map(({ shipment }) => shipment),
  );
  const messages = written.flatMap(({ reply, shipment: { id, body, providerId, sentAt } }) =>
    reply
      ? {
          ...{
            id,
            companyId,
            ticketId: reply.ticketId,
            contactId: reply.contactId,
            connectionId,
            body,
            providerId,
            sentAt,
          },
          ...{ fromMe: true, read: true, status: 'read' as const, ack: 3, data: { campaignId: row.id } },
          createdAt: reply.sentAt,
          updatedAt: reply.sentAt,
        }
      : [],
  );
  await insertAll(db, Message, messages);
}

/** Of many one fails or is not read; whoever replied has read. Always the same. */
function deliveryOf(index: number, sentAt: Date, repliedAt: Date | null) {
  const after = (minutes: number): Date => new Date(sentAt.getTime() + minutes * minute);
  const none = { deliveredAt: null, readAt: null, errorCode: null, errorText: null };
  const deliveredAt = after(0.05);
  if (repliedAt)
    return { ...none, status: 'read' as const, deliveredAt, readAt: new Date(repliedAt.getTime() - minute / 2) };
  if (index % 17 === 16)
    return { ...none, status: 'failed' as const, sentAt: null, providerId: null, ...undeliverable };
  if (index === 40) {
    const error = { errorCode: 'UNCERTAIN', errorText: shipmentErrorTexts.uncertain };
    return { ...none, status: 'failed' as const, providerId: null, ...error };
  }
  if (index % 13 === 5) return { ...none, status: 'sent' as const };
  if (index % 3 === 0) return { ...none, status: 'delivered' as const, deliveredAt };
  return { ...none, status: 'read' as const, deliveredAt, readAt: after(1 + ((index * 37) % 90)) };
}

async function addStart(app: NestFastifyApplication, { id, companyId, scheduledAt }: Campaign): Promise<void> {
  if (!scheduledAt) throw new Error(`Campaign ${id} has no time`);
  const at = scheduledAt.toISOString();
  await app.get(Jobs).addSelected(
    StartCampaign,
    sql`select ${companyId}::bigint as company_id, ${JSON.stringify({ id, at })}::jsonb as payload,
      ${startKey(id, scheduledAt)} as key, ${at}::timestamptz as run_at`,
  );
}
