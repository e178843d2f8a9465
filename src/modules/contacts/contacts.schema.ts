import { defineSchemaExtra } from '../../core/database/schema-extra.js';
import {
  assertOwnCompany,
  maxCandidates,
  maxHits,
  maxScanned,
  searchAttributes,
  sqlFunction,
} from '../../core/database/search-functions.js';

defineSchemaExtra(
  {
    name: 'contacts_search_index',
    kind: 'index',
    sql: `create index "contacts_search_index" on "contacts" using gin ("company_id", (public.search_text("name"::text) || ' ' || "number") public.gin_trgm_ops)`,
  },
  sqlFunction({
    name: 'search_contacts',
    parameters: ['company bigint', 'parts text[]'],
    returns: `setof bigint ${searchAttributes} rows ${maxHits}`,
    definer: true,
    // any of the parts, anywhere in name or number; two letters have no trigram, the index would answer every contact
    body: `
declare
  part text;
  pattern text;
  fits bigint[];
  ids bigint[] := '{}';
begin${assertOwnCompany}
  foreach part in array parts loop
    pattern := '%' || regexp_replace(public.search_text(left(part, 200)), '([\\\\%_])', '\\\\\\1', 'g') || '%';
    fits := null;
    if length(part) > 2 then
      select array_agg(f.id) into fits
      from (select c.id from public.contacts c where c.company_id = company
        and (public.search_text(c.name::text) || ' ' || c.number) like pattern limit ${maxCandidates}) f;
    end if;
    if length(part) < 3 or array_length(fits, 1) = ${maxCandidates} then
      select array_agg(f.id) into fits
      from (select n.id from (select c.id, c.name, c.number from public.contacts c where c.company_id = company order by c.name, c.id limit ${maxScanned}) n
        where (public.search_text(n.name::text) || ' ' || n.number) like pattern limit ${maxHits}) f;
    end if;
    ids := ids || coalesce(fits, '{}');
  end loop;
  return query select distinct f from unnest(ids) f limit ${maxHits};
end`,
  }),
);
