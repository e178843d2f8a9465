import { Migration } from '@mikro-orm/migrations';

export class Migration20261122163010 extends Migration {
  override name = '20261122163010-connection-last-error';

  override up(): void {
    this.addSql(`drop policy "company_check" on "connections"`);
    this.addSql(`drop policy "connections_company_policy" on "connections"`);
    this.addSql(`drop policy "platform" on "connections"`);
    // it was '<code> <sentence in Portuguese>'
    this.addSql(`alter table "connections" alter column "last_error" type jsonb using (
      case when "last_error" is not null then jsonb_build_object(
        'code', coalesce(substring("last_error" from '^[0-9a-z_]+(?= )'), 'unknown'),
        'text', jsonb_build_object(
          'pt', regexp_replace("last_error", '^[0-9a-z_]+ ', ''),
          'en', regexp_replace("last_error", '^[0-9a-z_]+ ', ''),
          'es', regexp_replace("last_error", '^[0-9a-z_]+ ', '')
        )
      ) end)`);
    this.addSql(
      `create policy "company_check" on "connections" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "connections_company_policy" on "connections" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`create policy "platform" on "connections" to "atende_platform" using (true) with check (true)`);
  }
}
