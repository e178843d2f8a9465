import { Injectable } from '@nestjs/common';
import { CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { importRefusals } from '../import-refusals.resource.js';
import type { ImportRefusal, ImportRun } from '../import-run.entity.js';
import { type ImportInput, imports } from '../imports.resource.js';

export interface ImportRecord
  extends Pick<Stored<ImportRun>, 'id' | 'source' | 'state' | 'endedAt' | 'error' | 'createdAt' | 'updatedAt'> {
  /** The number of imported rows of each table: `Contacts 120 · Tickets 30`. */
  readonly counts: string;
  readonly refused: number;
}

@Injectable()
export class ImportsService extends CrudService<ImportRun, ImportInput, ImportRecord> {
  constructor(deps: CrudDependencies) {
    super(imports, deps);
  }

  protected override async present(rows: readonly Stored<ImportRun>[]): Promise<ImportRecord[]> {
    return rows.map(({ id, source, state, counts, endedAt, error, createdAt, updatedAt }) => ({
      id,
      source,
      state,
      counts: Object.entries(counts)
        .map(([table, { taken }]) => `${table} ${taken}`)
        .join(' · '),
      refused: Object.values(counts).reduce((sum, { refused }) => sum + refused, 0),
      endedAt,
      error,
      createdAt,
      updatedAt,
    }));
  }
}

export interface ImportRefusalRecord
  extends Pick<Stored<ImportRefusal>, 'id' | 'tableName' | 'sourceId' | 'createdAt'> {
  readonly run: number;
  readonly reason: string;
}

@Injectable()
export class ImportRefusalsService extends CrudService<ImportRefusal, ImportInput, ImportRefusalRecord> {
  constructor(deps: CrudDependencies) {
    super(importRefusals, deps);
  }

  protected override async present(rows: readonly Stored<ImportRefusal>[]): Promise<ImportRefusalRecord[]> {
    const { locale } = this.deps.context;
    return rows.map(({ id, importId, tableName, sourceId, reason, createdAt }) => ({
      id,
      run: importId,
      tableName,
      sourceId,
      reason: reason[locale],
      createdAt,
    }));
  }
}
