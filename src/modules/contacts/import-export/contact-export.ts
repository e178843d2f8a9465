import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { t } from '../../../core/i18n.js';
import { CsvExporter } from '../../../core/resource/csv-exporter.js';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly extraInfo: readonly { readonly name: string; readonly value: string }[];
}

const pageSize = 1000;
/** Columns of further information, at most. */
const maxInfos = 50;
/** As the import recognises them. */
const headings = [t('nome', 'name', 'nombre'), t('numero', 'number', 'numero'), t('email', 'email', 'email')];

/** The company's contacts as CSV. */
@Injectable()
export class ContactExport {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly csvExporter: CsvExporter,
  ) {}

  /** @throws as {@link CsvExporter.csv} */
  async csv(): Promise<Readable> {
    const { companyId } = this.context.actor;
    const { locale } = this.context;
    const infos = await this.db.runAs(companyId, () => this.extraInfoNames());
    return this.csvExporter.csv({
      action: 'contacts.exported',
      headings: [...headings.map((heading) => heading[locale]), ...infos],
      batches: this.batches(companyId, infos),
    });
  }

  private async *batches(companyId: number, infos: readonly string[]): AsyncGenerator<string[][]> {
    for (let after: Row | undefined, full = true; full; ) {
      const from = after;
      const rows = await this.db.runAs(companyId, () => this.page(from));
      yield rows.map(({ name, number, email, extraInfo }) => [
        name,
        number,
        email,
        ...infos.map((info) => extraInfo.find((each) => each.name === info)?.value ?? ''),
      ]);
      after = rows.at(-1);
      full = rows.length === pageSize;
    }
  }

  private page(after: Row | undefined): Promise<Row[]> {
    const rest = after ? sql`and (name, id) > (${after.name}, ${after.id})` : sql``;
    return this.db.rows<Row>(
      sql`select id, name, number, email, extra_info as "extraInfo" from contacts
       where company_id = ${this.context.companyId} and erased_at is null ${rest} order by name, id limit ${sql.lit(pageSize)}`,
    );
  }

  private async extraInfoNames(): Promise<string[]> {
    const rows = await this.db.rows<{ name: string }>(
      sql`select distinct e->>'name' as name from contacts c cross join jsonb_array_elements(c.extra_info) e
       where c.company_id = ${this.context.companyId} and c.erased_at is null order by 1 limit ${sql.lit(maxInfos)}`,
    );
    return rows.map(({ name }) => name);
  }
}
