import { Migration } from '@mikro-orm/migrations';

export class Migration20261123002000 extends Migration {
  override name = '20261123002000-undoable-actions';

  override up(): void {
    this.addSql(`alter table "ticket_acts" rename to "undoable_actions"`);
    this.addSql(`alter table "undoable_actions" rename column "memory" to "undo"`);
    this.addSql(`alter sequence "ticket_acts_id_seq" rename to "undoable_actions_id_seq"`);
    for (const suffix of ['pkey', 'company_id_id_unique', 'ticket_id_fk'])
      this.addSql(
        `alter table "undoable_actions" rename constraint "ticket_acts_${suffix}" to "undoable_actions_${suffix}"`,
      );
    this.addSql(
      `alter policy "ticket_acts_company_policy" on "undoable_actions" rename to "undoable_actions_company_policy"`,
    );
  }
}
