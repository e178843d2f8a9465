import { sql } from 'kysely';
import { defineInvariants } from '../../../core/database/invariants.js';
import { defineSchemaExtra } from '../../../core/database/schema-extra.js';
import {
  assertOwnCompany,
  maxScanned,
  searchAttributes,
  sqlFunction,
} from '../../../core/database/search-functions.js';
import { defineRetention } from '../../../core/jobs/retention.js';
import { countLimit } from '../../../core/resource/page.js';

/** How many contacts, in the order of names, are compared before the index is used. */
const firstScanned = 1000;

const ofCompany = 'from public.contacts c where c.company_id = company and c.erased_at is null';
const byName = (
  most: number,
): string => `(select c.id, c.search_text ${ofCompany} order by c.name, c.id limit ${most}) n
    where n.search_text like any (patterns)`;
const counted = (rows: string): string => `(select count(*) from (select 1 from ${rows} limit ${countLimit + 1}) f)`;

const withUsername = `public.contact_identifiers i join public.contacts c on c.company_id = i.company_id and c.id = i.contact_id
        where i.company_id = company and i.kind = 'username' and i.value like any (usernames) and c.erased_at is null`;

defineSchemaExtra(
  {
    name: 'contacts.search_text',
    table: 'contacts',
    kind: 'column',
    sql: `alter table "contacts" add column "search_text" text generated always as (public.search_text("name"::text) || ' ' || "number") stored`,
  },
  {
    name: 'contacts_search_index',
    kind: 'index',
    sql: 'create index "contacts_search_index" on "contacts" using gin ("company_id", "search_text" public.gin_trgm_ops)',
  },
  {
    name: 'contact_identifiers_username_index',
    kind: 'index',
    sql: `create index "contact_identifiers_username_index" on "contact_identifiers" using gin ("company_id", "value" public.gin_trgm_ops) where kind = 'username'`,
  },
  sqlFunction({
    name: 'search_contacts',
    parameters: ['company bigint', 'parts text[]', 'skipped int', 'most int', 'counting boolean'],
    returns: `table (ids bigint[], total int) ${searchAttributes} rows 1`,
    definer: true,
    // finds any of the parts anywhere in name, number or username, before which people write an @. A frequent word fills the page from the first contacts by
    // name. The index finds rare words, and words whose contacts have similar names. Two letters between the % have no
    // trigram, so the index would return every contact or username
    body: `
declare
  patterns text[];
  usernames text[];
  short boolean;
begin${assertOwnCompany}
  select array_agg('%' || regexp_replace(public.search_text(left(p, 200)), '([\\\\%_])', '\\\\\\1', 'g') || '%'), bool_or(length(p) < 3)
  into patterns, short from unnest(parts) p;
  select array_agg(replace(p, '@', '')) into usernames from unnest(patterns) p where length(replace(p, '@', '')) > 4;
  total := ${countLimit + 1};
  if short then
    ids := array(select n.id from ${byName(maxScanned)} limit most offset skipped);
    if cardinality(ids) < most and skipped = 0 then total := cardinality(ids);
    elsif counting then total := ${counted(byName(maxScanned))}; end if;
    return next;
    return;
  end if;
  if skipped + most < ${firstScanned} then
    ids := array(select n.id from ${byName(firstScanned)} limit most offset skipped);
  end if;
  if ids is null or cardinality(ids) < most then
    with found as materialized (
      (select c.id, c.name ${ofCompany} and c.search_text like any (patterns) limit ${maxScanned})
      union select c.id, c.name from ${withUsername}
    ) select array(select f.id from found f order by f.name, f.id limit most offset skipped), (select count(*) from found) into ids, total;
  elsif counting then
    total := (select count(*) from (select 1 ${ofCompany} and c.search_text like any (patterns) limit ${countLimit + 1}) f);
  end if;
  return next;
end`,
  }),
);

defineRetention({ table: 'contact_import_refusals', where: sql`created_at < now() - interval '30 days'` });
defineInvariants(
  {
    name: 'a contact that was erased has no identifiers',
    sql: `select i.company_id, i.id, i.contact_id from contact_identifiers i
      join contacts c on c.company_id = i.company_id and c.id = i.contact_id where c.erased_at is not null or c.is_group`,
  },
  {
    name: 'a contact has at most one username',
    sql: `select company_id, contact_id, array_agg(value) as usernames from contact_identifiers
      where kind = 'username' group by 1, 2 having count(*) > 1`,
  },
  {
    // the number of a person who hides it is one of the ids
    name: 'an id in place of a number is an identifier of the same contact',
    sql: `select i.company_id, i.contact_id, c.id, i.value from contact_identifiers i
      join contacts c on c.company_id = i.company_id and c.number = i.value and c.id <> i.contact_id and not c.is_group
      where i.kind in ('lid', 'user_id')`,
  },
);
