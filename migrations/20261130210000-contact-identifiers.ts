import { Migration } from '@mikro-orm/migrations';

/** Mexican numbers lose the 1, Argentine ones get the 9. */
const isRespelled = (column: string): string => `${column} ~ '^(521\\d{10}|54[1-8]\\d{9})$'`;
const respelled = (column: string): string =>
  `regexp_replace(regexp_replace(${column}, '^521(\\d{10})$', '52\\1'), '^54([1-8]\\d{9})$', '549\\1')`;

export class Migration20261130210000 extends Migration {
  override name = '20261130210000-contact-identifiers';

  override up(): void {
    this.addSql(
      `create table "contact_identifiers" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "contact_id" bigint not null, "kind" varchar(20) not null, "value" varchar(150) not null)`,
    );
    this.addSql(
      `create index "contact_identifiers_company_id_contact_id_kind_index" on "contact_identifiers" ("company_id", "contact_id", "kind")`,
    );
    this.addSql(
      `alter table "contact_identifiers" add constraint "contact_identifiers_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "contact_identifiers" add constraint "contact_identifiers_company_id_value_kind_unique" unique ("company_id", "value", "kind")`,
    );
    this.addSql(`alter table "contact_identifiers" enable row level security`);
    this.addSql(`alter table "contact_identifiers" force row level security`);
    this.addSql(
      `create policy "platform" on "contact_identifiers" to "atende_platform" using (true) with check (true)`,
    );
    this.addSql(
      `create policy "company_check" on "contact_identifiers" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "contact_identifiers_company_policy" on "contact_identifiers" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "contact_identifiers" add constraint "contact_identifiers_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete cascade`,
    );
    // ids that were known by one column, or that stand in place of a number
    this.addSql(`insert into contact_identifiers (company_id, contact_id, kind, value)
select company_id, id, 'lid', lid from contacts where lid is not null
union
select company_id, id, 'lid', number from contacts where number like '%@lid'
union
select company_id, id, case when number like '___ENT.%' then 'parent_user_id' else 'user_id' end, number
from contacts where number ~ '^[A-Z]{2}[.](ENT[.])?\\w+$'
on conflict do nothing`);
    // two contacts with both spellings are one person, whom the next message merges
    this.addSql(`update contacts c set opted_out = true
from (select unnest(array[a.id, b.id]) as id from contacts a
  join contacts b on b.company_id = a.company_id and b.number = ${respelled('a.number')}
  where ${isRespelled('a.number')} and not a.is_group and (a.opted_out or b.opted_out)) p
where c.id = p.id and not c.opted_out`);
    this.addSql(`delete from contact_tags x using contacts a, contacts b, contact_tags own
where ${isRespelled('a.number')} and not a.is_group and b.company_id = a.company_id and b.number = ${respelled('a.number')}
  and x.company_id = a.company_id and x.contact_id = a.id
  and own.company_id = b.company_id and own.contact_id = b.id and own.tag_id = x.tag_id`);
    this.addSql(`insert into contact_identifiers (company_id, contact_id, kind, value)
select c.company_id, c.id, 'former_number', c.number from contacts c where ${isRespelled('c.number')} and not c.is_group
  and not exists (select from contacts o where o.company_id = c.company_id and o.number = ${respelled('c.number')})
on conflict do nothing`);
    this.addSql(`update contacts c set number = r.number, name = case when c.name = c.number then r.number else c.name end
from (select id, ${respelled('number')} as number from contacts where ${isRespelled('number')} and not is_group) r
where c.id = r.id and not exists (select from contacts o where o.company_id = c.company_id and o.number = r.number)`);
    // lists and campaigns have copies of numbers: the person is written to once
    this.addSql(`with repeated as (
  delete from contact_list_items x using contact_list_items o where ${isRespelled('x.number')}
    and o.company_id = x.company_id and o.contact_list_id = x.contact_list_id and o.number = ${respelled('x.number')}
  returning x.company_id, x.contact_list_id)
update contact_lists l set contacts_count = l.contacts_count - r.rows
from (select company_id, contact_list_id, count(*)::int as rows from repeated group by 1, 2) r
where l.company_id = r.company_id and l.id = r.contact_list_id`);
    this.addSql(`update contact_list_items set number = ${respelled('number')} where ${isRespelled('number')}`);
    this.addSql(`update campaign_shipments s set status = 'failed', leased_until = null, error_code = 'REPEATED',
  error_text = '{"pt":"A pessoa já está na campanha com seu novo número.","en":"The person is in the campaign with the new number already.","es":"La persona ya está en la campaña con su nuevo número."}'
where ${isRespelled('s.number')} and s.replied_at is null
  and (s.status in ('queued', 'uncertain') or s.status = 'failed' and s.error_code not in ('OPTED_OUT', 'ERASED', 'REPLACED'))
  and exists (select from campaign_shipments o where o.company_id = s.company_id and o.campaign_id = s.campaign_id
    and o.number = ${respelled('s.number')})`);
    this.addSql(`update campaign_shipments s set number = ${respelled('s.number')} where ${isRespelled('s.number')}
  and not exists (select from campaign_shipments o where o.company_id = s.company_id and o.campaign_id = s.campaign_id
    and o.number = ${respelled('s.number')})`);
    this.addSql(`update service_recipients s set status = 'failed', leased_until = null, handled_at = coalesce(s.handled_at, now()),
  error_text = '{"pt":"Telefone repetido nesta campanha","en":"Repeated in this campaign","es":"Teléfono repetido en esta campaña"}'
where ${isRespelled('s.number')} and s.replied_at is null and s.status in ('waiting', 'uncertain', 'failed')
  and exists (select from service_recipients o where o.company_id = s.company_id and o.campaign_id = s.campaign_id
    and o.number = ${respelled('s.number')})`);
    this.addSql(`update service_recipients s set number = ${respelled('s.number')} where ${isRespelled('s.number')}
  and not exists (select from service_recipients o where o.company_id = s.company_id and o.campaign_id = s.campaign_id
    and o.number = ${respelled('s.number')})`);
    this.addSql(
      `create index "contact_identifiers_username_index" on "contact_identifiers" using gin ("company_id", "value" public.gin_trgm_ops) where kind = 'username'`,
    );
    this.addSql(`create or replace function public.search_contacts(company bigint, parts text[], skipped int, most int, counting boolean) returns table (ids bigint[], total int) language plpgsql stable strict parallel restricted set work_mem = '32MB' set plan_cache_mode = force_custom_plan rows 1 security definer set search_path = pg_catalog, pg_temp as $$
declare
  patterns text[];
  usernames text[];
  short boolean;
begin
  if company is distinct from nullif(current_setting('mikro.company.id', true), '')::bigint then
    raise exception 'a search outside of the company of the transaction' using errcode = 'insufficient_privilege';
  end if;
  select array_agg('%' || regexp_replace(public.search_text(left(p, 200)), '([\\\\%_])', '\\\\\\1', 'g') || '%'), bool_or(length(p) < 3)
  into patterns, short from unnest(parts) p;
  select array_agg(replace(p, '@', '')) into usernames from unnest(patterns) p where length(replace(p, '@', '')) > 4;
  total := 1001;
  if short then
    ids := array(select n.id from (select c.id, c.search_text from public.contacts c where c.company_id = company and c.erased_at is null order by c.name, c.id limit 20000) n
    where n.search_text like any (patterns) limit most offset skipped);
    if cardinality(ids) < most and skipped = 0 then total := cardinality(ids);
    elsif counting then total := (select count(*) from (select 1 from (select c.id, c.search_text from public.contacts c where c.company_id = company and c.erased_at is null order by c.name, c.id limit 20000) n
    where n.search_text like any (patterns) limit 1001) f); end if;
    return next;
    return;
  end if;
  if skipped + most < 1000 then
    ids := array(select n.id from (select c.id, c.search_text from public.contacts c where c.company_id = company and c.erased_at is null order by c.name, c.id limit 1000) n
    where n.search_text like any (patterns) limit most offset skipped);
  end if;
  if ids is null or cardinality(ids) < most then
    with found as materialized (
      (select c.id, c.name from public.contacts c where c.company_id = company and c.erased_at is null and c.search_text like any (patterns) limit 20000)
      union select c.id, c.name from public.contact_identifiers i join public.contacts c on c.company_id = i.company_id and c.id = i.contact_id
        where i.company_id = company and i.kind = 'username' and i.value like any (usernames) and c.erased_at is null
    ) select array(select f.id from found f order by f.name, f.id limit most offset skipped), (select count(*) from found) into ids, total;
  elsif counting then
    total := (select count(*) from (select 1 from public.contacts c where c.company_id = company and c.erased_at is null and c.search_text like any (patterns) limit 1001) f);
  end if;
  return next;
end$$`);
    this.addSql(`alter function public.search_contacts(bigint, text[], int, int, boolean) owner to atende_platform`);
    this.addSql(`revoke all on function public.search_contacts(bigint, text[], int, int, boolean) from public`);
    this.addSql(`grant execute on function public.search_contacts(bigint, text[], int, int, boolean) to atende_app`);
    // removed users and departments keep their names for rows of the past, which keep their ids
    this.addSql(
      `create table "removed_records" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "resource" varchar(30) not null, "record_id" bigint not null, "name" varchar(50) not null, "color" varchar(9) null)`,
    );
    this.addSql(
      `alter table "removed_records" add constraint "removed_records_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "removed_records" add constraint "removed_records_company_id_resource_record_id_unique" unique ("company_id", "resource", "record_id")`,
    );
    this.addSql(`alter table "removed_records" enable row level security`);
    this.addSql(`alter table "removed_records" force row level security`);
    this.addSql(`create policy "platform" on "removed_records" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "removed_records" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "removed_records_company_policy" on "removed_records" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`drop index "chat_messages_sender_index"`);
    this.addSql(`alter table "messages" drop constraint "messages_user_id_fk"`);
    this.addSql(`alter table "ticket_notes" drop constraint "ticket_notes_user_id_fk"`);
    this.addSql(`alter table "ticket_cycles" drop constraint "ticket_cycles_user_id_fk"`);
    this.addSql(`alter table "ticket_cycles" drop constraint "ticket_cycles_queue_id_fk"`);
    this.addSql(`alter table "daily_figures" drop constraint "daily_figures_user_id_fk"`);
    this.addSql(`alter table "daily_figures" drop constraint "daily_figures_queue_id_fk"`);
    this.addSql(`alter table "daily_arrivals" drop constraint "daily_arrivals_user_id_fk"`);
    this.addSql(`alter table "daily_arrivals" drop constraint "daily_arrivals_queue_id_fk"`);
    this.addSql(`alter table "chat_messages" drop constraint "chat_messages_sender_id_fk"`);
  }
}
