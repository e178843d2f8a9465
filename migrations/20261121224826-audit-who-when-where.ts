import { Migration } from '@mikro-orm/migrations';

export class Migration20261121224826 extends Migration {
  override name = '20261121224826-audit-who-when-where';

  override up(): void {
    this.addSql(`drop index "audit_entries_company_id_id_index"`);
    this.addSql(
      `alter table "audit_entries" add "user_name" varchar(100) null, add "address" varchar(45) null, add "kind" varchar(20) null, add "scope" varchar(10) not null default 'company', add "subject" varchar(60) null`,
    );
    // what was written before these columns were there
    this.addSql(`update "audit_entries" set
      "kind" = case when "action" = 'user.passwordReset' then 'access' when "action" in ('contacts.exported', 'contact.disclosed', 'contact.erased') then 'exports'
        when "action" = 'contact.merged' then 'contacts' when "action" like 'connection.%' then 'connections' when "action" ~ '^(job|company)[.]' then 'platform' else 'conversations' end,
      "scope" = case when "action" ~ '^(job|company)[.]' then 'platform' else 'company' end,
      "subject" = case when "data"->>'ticketId' is not null then 'ticket:' || ("data"->>'ticketId') else split_part("action", '.', 1) || ':' || "subject_id" end`);
    this.addSql(`alter table "audit_entries" alter column "kind" set not null`);
    this.addSql(`create index "audit_entries_age_index" on "audit_entries" ("created_at")`);
    this.addSql(
      `create index "audit_entries_subject_index" on "audit_entries" ("company_id", "subject", "created_at", "id")`,
    );
    this.addSql(
      `create index "audit_entries_user_index" on "audit_entries" ("company_id", "user_id", "created_at", "id")`,
    );
    this.addSql(
      `create index "audit_entries_kind_index" on "audit_entries" ("company_id", "kind", "created_at", "id")`,
    );
    this.addSql(`create index "audit_entries_page_index" on "audit_entries" ("company_id", "created_at", "id")`);
    this.addSql(
      `create index "audit_entries_platform_index" on "audit_entries" ("created_at", "id") where "scope" <> 'company'`,
    );
  }
}
