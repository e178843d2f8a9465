import { sql } from 'kysely';
import { defineInvariants } from '../../../core/database/invariants.js';
import { defineRetention } from '../../../core/jobs/retention.js';

defineInvariants({
  name: 'a contact list knows how many are on it',
  sql: `select l.id, l.contacts_count from contact_lists l
    where l.contacts_count <> (select count(*) from contact_list_items i where i.company_id = l.company_id and i.contact_list_id = l.id)`,
});

defineRetention({ table: 'contact_list_refusals', where: sql`created_at < now() - interval '30 days'` });
