import { Migration } from '@mikro-orm/migrations';

export class Migration20261126150000 extends Migration {
  override name = '20261126150000-lead-stems';

  override up(): void {
    // of every imported generation, and the view that shows the current one
    this.addSql(`do $$
declare
  activities text;
begin
  for activities in select relname from pg_class
    where relnamespace = 'leads'::regnamespace and relkind = 'r' and relname ~ '^activities_\\d+$'
  loop
    execute format('alter table leads.%I add column stems tsvector generated always as (to_tsvector(''portuguese'', search)) stored', activities);
  end loop;
  select 'activities_' || id into activities from leads.generations where shown_at is not null order by id desc limit 1;
  if found then
    execute format('create or replace view leads.activities as select * from leads.%I', activities);
  end if;
end $$`);
  }
}
