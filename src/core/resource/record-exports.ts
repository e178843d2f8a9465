import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Context } from '../context.js';
import type { BaseEntity } from '../database/base.entity.js';
import { Db } from '../database/db.js';
import type { CrudService } from './crud.service.js';
import { CsvExporter } from './csv-exporter.js';
import type { ExportColumn } from './define-resource.js';

const pageSize = 1000;

/** The records of a resource with `exports` as CSV. */
@Injectable()
export class RecordExports {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly csvExporter: CsvExporter,
  ) {}

  /** @throws as {@link CsvExporter.csv} */
  async csv<E extends BaseEntity>(name: string, service: CrudService<E>): Promise<Readable> {
    const { companyId } = this.context.actor;
    const columns = await this.db.runAs(companyId, () => service.exportColumns());
    return this.csvExporter.csv({
      action: `${name}.exported`,
      headings: columns.map(({ heading }) => heading),
      batches: this.batches(companyId, service, columns),
    });
  }

  private async *batches<E extends BaseEntity>(
    companyId: number,
    service: CrudService<E>,
    columns: readonly ExportColumn<E>[],
  ): AsyncGenerator<string[][]> {
    for (let after: E | undefined, full = true; full; ) {
      const from = after;
      const rows = await this.db.runAs(companyId, () => service.exportRows(from, pageSize));
      yield rows.map((row) => columns.map(({ cell }) => cell(row)));
      after = rows.at(-1);
      full = rows.length === pageSize;
    }
  }
}
