import { normalisePhone } from '../../../core/phone.js';
import type { Values } from './import-store.js';
import { reasons } from './reasons.js';
import type { SourceRow } from './source-database.js';
import { Refused, type TableImport, type TableImporter, type Taken } from './table-import.js';
import { flag, text } from './values.js';

/** Digits with country code; a group keeps its own id. @throws Refused */
function numberOf(value: unknown, isGroup: boolean): string {
  const written = text(value, 150).replace(/@.*$/, '');
  const number = isGroup ? written.replace(/[^\d-]/g, '') : normalisePhone(written);
  if (!/\d{5}/.test(number)) throw new Refused(reasons.number);
  return number;
}

/** WhatsApp's second id of a person, which newer versions keep. */
const lidOf = (row: SourceRow): string | null => {
  const digits = text(row['lid'], 50).replace(/@.*$/, '');
  return /^\d{5,40}$/.test(digits) ? `${digits}@lid` : null;
};

/** Customers with their further fields and labels. */
export async function takeContacts(importer: TableImporter): Promise<void> {
  await importer.take({
    table: 'Contacts',
    into: 'contacts',
    columns: {
      uuid: 'uuid',
      name: 'text',
      number: 'text',
      email: 'text',
      is_group: 'boolean',
      opted_out: 'boolean',
    },
    key: ['number'],
    values: (row) => {
      const isGroup = flag(row['isGroup']);
      const number = numberOf(row['number'], isGroup);
      return {
        uuid: crypto.randomUUID(),
        name: text(row['name'], 100) || number,
        number,
        email: text(row['email'], 255),
        is_group: isGroup,
        opted_out: false,
      };
    },
    after: (rows) => addLids(importer, rows),
  });
  await importer.take(customFields(importer));
  await importer.take({
    table: 'ContactTags',
    into: 'contact_tags',
    columns: { contact_id: 'bigint', tag_id: 'bigint' },
    references: { contactId: 'Contacts', tagId: 'Tags' },
    parent: 'contactId',
    key: ['contact_id', 'tag_id'],
    ids: ['contactId', 'tagId'],
    order: ['contactId', 'tagId'],
    values: (_row, of) => {
      const tag = of('tagId');
      if (!tag) throw new Refused(reasons.parent('Tags'));
      return { contact_id: of('contactId')?.id, tag_id: tag.id };
    },
  });
}

/** Of contacts with the same LID the first keeps it. */
async function addLids({ store }: TableImporter, rows: readonly Taken[]): Promise<void> {
  const found = rows.flatMap(({ row, companyId, values }) => {
    const lid = values['is_group'] === true ? null : lidOf(row);
    return lid === null ? [] : [{ company_id: companyId, contact_id: values['id'], lid }];
  });
  await store.write(
    `insert into contact_identifiers (company_id, contact_id, kind, value)
     select g.company_id, g.contact_id, 'lid', g.lid
     from json_to_recordset($1::json) as g(company_id bigint, contact_id bigint, lid text) order by g.contact_id
     on conflict (company_id, value, kind) do nothing`,
    [JSON.stringify(found)],
  );
}

function customFields({ store }: TableImporter): TableImport {
  return {
    table: 'ContactCustomFields',
    into: 'contacts',
    columns: {},
    references: { contactId: 'Contacts' },
    parent: 'contactId',
    order: ['contactId', 'id'],
    values: (row, of): Values => ({
      id: of('contactId')?.id,
      name: text(row['name'], 100) || '–',
      value: text(row['value'], 1000),
    }),
    store: async (rows) => {
      await store.write(
        `update contacts c set extra_info = c.extra_info || g.infos from (
           select g.id, g.company_id, jsonb_agg(jsonb_build_object('id', g.position + jsonb_array_length(x.extra_info),
             'name', g.name, 'value', g.value) order by g.position) as infos
           from (select r.*, row_number() over (partition by r.id order by r.at) as position
             from json_to_recordset($1::json) as r(id bigint, company_id bigint, name text, value text, at int)) g
           join contacts x on x.company_id = g.company_id and x.id = g.id group by g.id, g.company_id) g
         where c.company_id = g.company_id and c.id = g.id`,
        [JSON.stringify(rows.map(({ values }, at) => ({ ...values, at })))],
      );
      return rows.map(({ values }) => Number(values['id']));
    },
  };
}
