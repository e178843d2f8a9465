import type { ImportStore, Target } from './import-store.js';
import { required } from './organisation.js';
import { reasons } from './reasons.js';
import { Refused, type TableImporter } from './table-import.js';
import { flag, integer, text, textOrNull } from './values.js';

const channels: Readonly<Record<string, string>> = {
  '': 'whatsapp',
  whatsapp: 'whatsapp',
  whatsapp_oficial: 'cloudapi',
  whatsapp_official: 'cloudapi',
  whatsapp_cloud: 'cloudapi',
  facebook: 'facebook',
  messenger: 'facebook',
  instagram: 'instagram',
};

/** Numbers and accounts, without what signs in to them. */
export async function takeConnections(importer: TableImporter): Promise<void> {
  /** A name there may be that of several numbers. */
  const names = new Map<string, unknown>();
  await importer.take({
    table: 'Whatsapps',
    into: 'connections',
    key: ['name'],
    keyWhere: 'x.deleted_at is null',
    columns: {
      name: 'text',
      channel: 'text',
      status: 'text',
      is_default: 'boolean',
      number: 'text',
      provider: 'text',
      greeting_message: 'text',
      complation_message: 'text',
      out_of_hours_message: 'text',
      rating_message: 'text',
      expires_inactive_message: 'text',
      expires_ticket: 'int',
      time_use_bot_queues: 'int',
      max_use_bot_queues: 'int',
      time_to_transfer: 'int',
      transfer_queue_id: 'bigint',
      credentials: 'jsonb',
      qrcode: 'text',
      troubles: 'int',
    },
    references: { transferQueueId: 'Queues' },
    values: (row, of, companyId, note) => {
      const name = required(text(row['name'], 50));
      const first = names.get(`${companyId} ${name}`) ?? row['id'];
      names.set(`${companyId} ${name}`, first);
      const channel = text(row['channel'], 20).toLowerCase();
      note(channels[channel] === undefined ? reasons.channel(channel) : reasons.pairAgain);
      return {
        name: first === row['id'] ? name : `${name.slice(0, 38)} (${row['id']})`,
        channel: channels[channel] ?? 'whatsapp',
        status: 'DISCONNECTED',
        // the company's only one is made it afterwards
        is_default: false,
        number: textOrNull(text(row['number']).replace(/\D/g, ''), 50),
        provider: 'beta',
        greeting_message: text(row['greetingMessage']),
        complation_message: text(row['complationMessage']) || text(row['farewellMessage']),
        out_of_hours_message: text(row['outOfHoursMessage']),
        rating_message: text(row['ratingMessage']),
        expires_inactive_message: text(row['expiresInactiveMessage']),
        expires_ticket: integer(row['expiresTicket']),
        time_use_bot_queues: integer(row['timeUseBotQueues']),
        max_use_bot_queues: integer(row['maxUseBotQueues'], 3),
        time_to_transfer: integer(row['timeToTransfer']),
        transfer_queue_id: of('transferQueueId')?.id ?? null,
        credentials: {},
        qrcode: '',
        troubles: 0,
      };
    },
    after: async (rows) => {
      const preferred = rows.filter(({ row }) => flag(row['isDefault']));
      await importer.store.write(
        `update connections x set is_default = true where x.id = (select d.id from connections d
           where d.company_id = x.company_id and d.deleted_at is null order by (d.id = any($1::bigint[])) desc, d.id limit 1)
         and x.company_id = any($2::bigint[]) and not exists (select from connections o
           where o.company_id = x.company_id and o.deleted_at is null and o.is_default)`,
        [preferred.map(({ values }) => values['id']), [...new Set(rows.map(({ companyId }) => companyId))]],
      );
    },
  });
  await importer.take({
    table: 'WhatsappQueues',
    into: 'connection_queues',
    columns: { connection_id: 'bigint', queue_id: 'bigint' },
    references: { whatsappId: 'Whatsapps', queueId: 'Queues' },
    parent: 'whatsappId',
    key: ['connection_id', 'queue_id'],
    ids: ['whatsappId', 'queueId'],
    order: ['whatsappId', 'queueId'],
    values: (_row, of) => {
      const queue = of('queueId');
      if (!queue) throw new Refused(reasons.parent('Queues'));
      return { connection_id: of('whatsappId')?.id, queue_id: queue.id };
    },
  });
}

/** Where conversations go whose connection was removed there: the default one, or one that is removed here as well. */
export async function connectionWithout(store: ImportStore, companyId: number): Promise<Target> {
  const [found] = await store.rows<Target>(
    `select id, company_id as "companyId", channel from connections where company_id = $1
     and (is_default and deleted_at is null or name = $2 and deleted_at is not null) order by deleted_at nulls first limit 1`,
    [companyId, removedName],
  );
  if (found) return found;
  const [made] = await store.write<Target>(
    `insert into connections (company_id, name, channel, status, is_default, deleted_at)
     values ($1, $2, 'whatsapp', 'DISCONNECTED', false, now()) returning id, company_id as "companyId", channel`,
    [companyId, removedName],
    [{ id: 0, companyId, channel: 'whatsapp' }],
  );
  return made as Target;
}

const removedName = 'Conexão removida';
