import { connectionWithout } from './connections.js';
import type { Target, Values } from './import-store.js';
import { reasons } from './reasons.js';
import type { SourceRow } from './source-database.js';
import { type Reference, Refused, type TableImport, type TableImporter, type Taken } from './table-import.js';
import { flag, integer, moment, text } from './values.js';

const uuidPattern = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Of newer versions, as they are here. */
const statuses: Readonly<Record<string, string>> = {
  open: 'open',
  pending: 'pending',
  group: 'pending',
  chatbot: 'pending',
  lgpd: 'pending',
  closed: 'closed',
  nps: 'closed',
};

/** Conversations with their attendances, labels and notes. */
export async function takeTickets(importer: TableImporter): Promise<void> {
  await importer.take(tickets(importer));
  await importer.take({
    table: 'TicketTags',
    into: 'ticket_tags',
    columns: { ticket_id: 'bigint', tag_id: 'bigint' },
    references: { ticketId: 'Tickets', tagId: 'Tags' },
    parent: 'ticketId',
    key: ['ticket_id', 'tag_id'],
    ids: ['ticketId', 'tagId'],
    order: ['ticketId', 'tagId'],
    values: (_row, of) => {
      const tag = of('tagId');
      if (!tag) throw new Refused(reasons.parent('Tags'));
      return { ticket_id: of('ticketId')?.id, tag_id: tag.id };
    },
  });
  await importer.take({
    table: 'TicketNotes',
    into: 'ticket_notes',
    columns: { note: 'text', ticket_id: 'bigint', user_id: 'bigint' },
    references: { ticketId: 'Tickets', userId: 'Users' },
    parent: 'ticketId',
    values: noteOf('note'),
  });
}

export const noteOf =
  (column: string) =>
  (row: SourceRow, of: Reference): Values => ({
    note: text(row[column]),
    ticket_id: of('ticketId')?.id,
    user_id: of('userId')?.id ?? null,
  });

function tickets(importer: TableImporter): TableImport {
  const { store } = importer;
  let fallback = new Map<number, Target>();
  /** `contact connection` of those that are not closed. */
  let open = new Set<string>();
  const isOpen = (row: SourceRow): boolean => (statuses[text(row['status'])] ?? 'closed') !== 'closed';
  return {
    table: 'Tickets',
    into: 'tickets',
    columns: {
      uuid: 'uuid',
      code: 'int',
      status: 'text',
      user_id: 'bigint',
      queue_id: 'bigint',
      connection_id: 'bigint',
      contact_id: 'bigint',
      is_group: 'boolean',
      channel: 'text',
      last_message: 'text',
      last_message_at: 'timestamptz',
      last_arrival_at: 'timestamptz',
    },
    references: { contactId: 'Contacts', userId: 'Users', queueId: 'Queues', whatsappId: 'Whatsapps' },
    parent: 'contactId',
    prepare: async (rows) => {
      fallback = new Map();
      for (const companyId of new Set(rows.filter(({ of }) => !of('whatsappId')).map((each) => each.companyId)))
        fallback.set(companyId, await connectionWithout(store, companyId));
      const found = await store.rows<{ key: string }>(
        `select contact_id || ' ' || connection_id as key from tickets where status <> 'closed' and contact_id = any($1)`,
        [rows.map(({ of }) => of('contactId')?.id)],
      );
      open = new Set(found.map(({ key }) => key));
      // of several the newest stays open
      const newest = new Map<string, SourceRow>();
      for (const { row, of, companyId } of rows)
        if (isOpen(row)) {
          const key = `${of('contactId')?.id} ${(of('whatsappId') ?? fallback.get(companyId))?.id}`;
          const other = newest.get(key);
          if (other) superseded.add(other);
          newest.set(key, row);
        }
    },
    values: (row, of, companyId, note) => {
      const connection = of('whatsappId') ?? fallback.get(companyId);
      const contact = of('contactId');
      const user = of('userId');
      const key = `${contact?.id} ${connection?.id}`;
      const known = statuses[text(row['status'])];
      if (known === undefined) note(reasons.noSuchStatus(text(row['status'], 30)));
      let status = known ?? 'closed';
      if (status !== 'closed' && (open.has(key) || superseded.has(row))) {
        note(reasons.otherOpen);
        status = 'closed';
      }
      if (status === 'open' && !user) status = 'pending';
      if (status !== 'closed') open.add(key);
      const uuid = text(row['uuid']);
      return {
        uuid: uuidPattern.test(uuid) ? uuid : crypto.randomUUID(),
        code: 0,
        status,
        user_id: status === 'pending' ? null : (user?.id ?? null),
        queue_id: of('queueId')?.id ?? null,
        connection_id: connection?.id,
        contact_id: contact?.id,
        is_group: flag(row['isGroup']) || contact?.['isGroup'] === true,
        channel: connection?.['channel'],
        last_message: '',
        last_message_at: moment(row['createdAt']) ?? new Date().toISOString(),
        last_arrival_at: moment(row['createdAt']) ?? new Date().toISOString(),
      };
    },
    complete: (rows) => numbered(importer, rows),
    after: (rows) => addCycles(importer, rows),
  };
}

/** Rows whose conversation is open in a newer one as well. */
const superseded = new WeakSet<SourceRow>();

/** Gives protocols, and new addresses to those whose address is another's. */
async function numbered({ store }: TableImporter, rows: readonly Taken[]): Promise<void> {
  const taken = await store.rows<{ uuid: string }>('select uuid from tickets where uuid = any($1::uuid[])', [
    rows.map(({ values }) => values['uuid']),
  ]);
  const used = new Set(taken.map(({ uuid }) => uuid));
  for (const companyId of new Set(rows.map((row) => row.companyId))) {
    const own = rows.filter((row) => row.companyId === companyId);
    const [company] = await store.write<{ last: number }>(
      'update companies set last_ticket_code = last_ticket_code + $2 where id = $1 returning last_ticket_code as last',
      [companyId, own.length],
    );
    for (const [index, { values }] of own.entries()) {
      values['code'] = (company?.last ?? 0) - own.length + index + 1;
      const uuid = String(values['uuid']).toLowerCase();
      if (used.has(uuid)) values['uuid'] = crypto.randomUUID();
      used.add(uuid);
    }
  }
}

const later = (a: string, b: string | null): string => (b !== null && b > a ? b : a);

/** The attendances that the source counted, or one from the arrival to the close. */
async function addCycles(importer: TableImporter, rows: readonly Taken[]): Promise<void> {
  const tracked = importer.has('TicketTraking', 'ticketId') && rows.length > 0;
  const { source } = importer;
  const tracks = tracked
    ? await source.query(
        `select * from ${source.relation('TicketTraking')} t where ${source.quote('ticketId')}
         in (${rows.map(({ row }) => Number(row['id'])).join(', ')}) order by id`,
      )
    : [];
  const byTicket = Map.groupBy(tracks, (track) => String(track['ticketId']));
  const userOf = await importer.references(tracks, { userId: 'Users' });
  const cycles = rows.flatMap(({ sourceId, row, companyId, values }) => {
    const attendances = byTicket.get(sourceId) ?? [row];
    return attendances.map((track, index): Values => {
      const next = attendances[index + 1];
      const status = next ? 'closed' : values['status'];
      const createdAt = moment(track['createdAt']) ?? String(values['created_at']);
      const user = userOf(track, companyId)('userId')?.id ?? (track === row ? values['user_id'] : null);
      const userId = next ? user : status === 'open' ? values['user_id'] : status === 'closed' ? user : null;
      const startedAt = moment(track['startedAt']) ?? (userId === null ? null : createdAt);
      const closedAt = moment(track['finishedAt']) ?? moment(next?.['createdAt']) ?? String(values['updated_at']);
      const finishedAt = status === 'closed' ? later(later(createdAt, startedAt), closedAt) : null;
      return {
        company_id: companyId,
        ticket_id: values['id'],
        number: index + 1,
        queued_at: moment(track['queuedAt']) ?? createdAt,
        started_at: status === 'pending' ? null : startedAt,
        finished_at: finishedAt,
        queue_id: finishedAt === null ? null : values['queue_id'],
        user_id: userId ?? null,
        created_at: createdAt,
        updated_at: finishedAt ?? createdAt,
      };
    });
  });
  await importer.store.insert(
    'ticket_cycles',
    {
      company_id: 'bigint',
      ticket_id: 'bigint',
      number: 'int',
      queued_at: 'timestamptz',
      started_at: 'timestamptz',
      finished_at: 'timestamptz',
      queue_id: 'bigint',
      user_id: 'bigint',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    cycles,
  );
}

/** Ratings of the attendance that had ended when they were given. */
export async function takeRatings(importer: TableImporter): Promise<void> {
  const { store } = importer;
  await importer.take({
    table: 'UserRatings',
    into: 'ticket_cycles',
    columns: {},
    references: { ticketId: 'Tickets' },
    parent: 'ticketId',
    values: (row, of) => {
      const rating = integer(row['rate']);
      if (![1, 2, 3].includes(rating)) throw new Refused(reasons.rating);
      return { id: of('ticketId')?.id, rating };
    },
    store: async (rows) => {
      const results: (number | typeof reasons.rating)[] = [];
      for (const { companyId, values } of rows) {
        // a rating is given right after the close, which the source may note after it
        const [rated] = await store.write<{ id: number }>(
          `update ticket_cycles set rating = $3, rating_asked_at = coalesce(finished_at, $4), rated_at = $4 where company_id = $1 and id = (
             select id from ticket_cycles where company_id = $1 and ticket_id = $2 and finished_at is not null and created_at <= $4
             order by number desc limit 1) returning id`,
          [companyId, values['id'], values['rating'], values['created_at']],
          [{ id: Number(values['id']) }],
        );
        results.push(rated?.id ?? reasons.rating);
      }
      return results;
    },
  });
}
