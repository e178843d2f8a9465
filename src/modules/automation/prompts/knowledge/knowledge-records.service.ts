import { Injectable } from '@nestjs/common';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import type { KnowledgeInput } from './knowledge.dto.js';
import { knowledge } from './knowledge.resource.js';
import { KnowledgeSource } from './knowledge-source.entity.js';

type FileColumns = Pick<KnowledgeSource, 'mediaName' | 'mediaMime' | 'mediaSize'>;

export interface KnowledgeRecord
  extends Columns<KnowledgeSource, KnowledgeInput>,
    FileColumns,
    Pick<KnowledgeSource, 'status' | 'error' | 'passages'> {}

/** Sources of knowledge as managers see them. */
@Injectable()
export class KnowledgeRecordsService extends CrudService<KnowledgeSource, KnowledgeInput, KnowledgeRecord> {
  constructor(deps: CrudDependencies) {
    super(knowledge, deps);
  }

  /** Sends managers the source as it is now, if it still exists. */
  async emitRead(id: number): Promise<void> {
    const source = await this.em.findOne(KnowledgeSource, { id });
    if (source) await this.emitChanged('update', source);
  }

  protected override present(rows: readonly Stored<KnowledgeSource>[]): Promise<KnowledgeRecord[]> {
    return this.records(rows, ({ mediaName, mediaMime, mediaSize, status, error, passages }) => ({
      mediaName,
      mediaMime,
      mediaSize,
      status,
      error,
      passages,
    }));
  }
}
