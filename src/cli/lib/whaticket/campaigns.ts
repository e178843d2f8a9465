import { normalisePhone } from '../../../core/phone.js';
import { required } from './organisation.js';
import { reasons } from './reasons.js';
import { Refused, type TableImporter } from './table-import.js';
import { flag, moment, text } from './values.js';

const fiveOf = (column: string): string[] => [1, 2, 3, 4, 5].map((number) => `${column}${number}`);

/** Lists and campaigns, and messages that were to be sent later. Nothing of it is sent by itself. */
export async function takeCampaigns(importer: TableImporter): Promise<void> {
  await importer.take({
    table: 'ContactLists',
    into: 'contact_lists',
    columns: { name: 'text' },
    key: ['name'],
    values: (row) => ({ name: required(text(row['name'], 100)) }),
  });
  await importer.take({
    table: 'ContactListItems',
    into: 'contact_list_items',
    columns: { contact_list_id: 'bigint', name: 'text', number: 'text', email: 'text', variables: 'jsonb' },
    references: { contactListId: 'ContactLists' },
    parent: 'contactListId',
    key: ['contact_list_id', 'number'],
    values: (row, of) => {
      const number = normalisePhone(text(row['number'], 50));
      if (!/^\d{8,14}$/.test(number)) throw new Refused(reasons.number);
      return {
        contact_list_id: of('contactListId')?.id,
        name: text(row['name'], 100) || number,
        number,
        email: text(row['email'], 255),
        variables: [],
      };
    },
  });
  await importer.take({
    table: 'Campaigns',
    into: 'campaigns',
    columns: {
      name: 'text',
      status: 'text',
      ...Object.fromEntries(
        [...fiveOf('message'), ...fiveOf('confirmation_message')].map((column) => [column, 'text'] as const),
      ),
      confirmation: 'boolean',
      connection_id: 'bigint',
      contact_list_id: 'bigint',
      scheduled_at: 'timestamptz',
      completed_at: 'timestamptz',
      run: 'int',
    },
    references: { whatsappId: 'Whatsapps', contactListId: 'ContactLists' },
    values: (row, of, _companyId, note) => {
      const over = ['FINALIZADA', 'CANCELADA'].find((status) => status === row['status']);
      if (!over) note(reasons.campaign);
      return {
        name: required(text(row['name'], 255)),
        status: over ?? 'INATIVA',
        ...Object.fromEntries(fiveOf('message').map((column) => [column, text(row[column])])),
        ...Object.fromEntries(
          fiveOf('confirmationMessage').map((column) => [
            column.replace('confirmationMessage', 'confirmation_message'),
            text(row[column]),
          ]),
        ),
        confirmation: flag(row['confirmation']),
        connection_id: of('whatsappId')?.id ?? null,
        contact_list_id: of('contactListId')?.id ?? null,
        scheduled_at: over ? moment(row['scheduledAt']) : null,
        completed_at: over ? moment(row['completedAt']) : null,
        run: 0,
      };
    },
  });
  await importer.take({
    table: 'Schedules',
    into: 'schedules',
    columns: {
      body: 'text',
      contact_id: 'bigint',
      connection_id: 'bigint',
      user_id: 'bigint',
      send_at: 'timestamptz',
      sent_at: 'timestamptz',
      repeat_from: 'timestamptz',
      repetition: 'text',
      status: 'text',
      error_code: 'text',
      error_text: 'jsonb',
    },
    references: { contactId: 'Contacts', userId: 'Users', whatsappId: 'Whatsapps' },
    parent: 'contactId',
    values: (row, of, _companyId, note) => {
      const sendAt = moment(row['sendAt']);
      if (sendAt === null) throw new Refused(reasons.noTime);
      const sentAt = moment(row['sentAt']);
      if (sentAt === null) note(reasons.unsent);
      return {
        body: text(row['body']),
        contact_id: of('contactId')?.id,
        connection_id: of('whatsappId')?.id ?? null,
        user_id: of('userId')?.id ?? null,
        send_at: sendAt,
        sent_at: sentAt,
        repeat_from: sendAt,
        repetition: 'none',
        // one that waits would be sent here and there
        status: sentAt === null ? 'ERRO' : 'ENVIADA',
        error_code: sentAt === null ? 'IMPORTED' : null,
        error_text: sentAt === null ? reasons.unsent : null,
      };
    },
  });
}
