import { FlushMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import { notFoundOf } from '../../../../core/resource/define-resource.js';
import { Queue } from '../queue.entity.js';
import { QueueOption } from '../queue-option.entity.js';
import type { QueueOptionInput } from '../queue-options.dto.js';
import {
  belowItself,
  maxOptionLevels,
  maxOptions,
  maxOptionsPerLevel,
  otherDepartment,
  queueOptionErrors,
} from '../queue-options.errors.js';
import { queueOptions } from '../queue-options.resource.js';

export interface QueueOptionRecord extends Columns<QueueOption, QueueOptionInput> {
  /** null at the top level. */
  readonly parentId: number | null;
}

/** An option with its sub-options. */
export interface QueueOptionNode extends QueueOptionRecord {
  readonly children: readonly QueueOptionNode[];
}

/** The menus of departments: at most 100 options in each, 10 in a menu, 5 levels. */
@Injectable()
export class QueueOptionsService extends CrudService<QueueOption, QueueOptionInput, QueueOptionRecord> {
  constructor(deps: CrudDependencies) {
    super(queueOptions, deps);
  }

  /** The options of a department below `parentId`, or at the top level for null, with all their sub-options. */
  async tree(queueId: number, parentId: number | null): Promise<QueueOptionNode[]> {
    const rows = await this.presentEntities(
      await this.em.find(QueueOption, { queueId }, { orderBy: { option: 'asc' } }),
    );
    const below = Map.groupBy(rows, (row) => row.parentId);
    const nodesBelow = (id: number | null): QueueOptionNode[] =>
      (below.get(id) ?? []).map((row) => ({ ...row, children: nodesBelow(row.id) }));
    return nodesBelow(parentId);
  }

  /** @throws 409 when a limit is exceeded */
  override async create(input: QueueOptionInput): Promise<QueueOptionRecord> {
    await this.lock();
    return super.create(input);
  }

  override async update(id: number, input: Partial<QueueOptionInput>): Promise<QueueOptionRecord> {
    await this.lock();
    return super.update(id, input);
  }

  /** The sub-options are removed with it. */
  override async remove(id: number): Promise<void> {
    await this.lock();
    const removed = await this.find(id);
    await super.remove(id);
    const { queueId, parentId } = removed;
    number(await this.em.find(QueueOption, { queueId, parentId }, { orderBy: { option: 'asc' } }));
    await this.em.flush();
  }

  protected override async write(
    option: QueueOption,
    input: Partial<QueueOptionInput>,
    creating: boolean,
  ): Promise<void> {
    const { option: position, queueId, parentId, ...texts } = input;
    if (creating) option.queueId = await this.queueOf(queueId);
    else if (queueId !== undefined && queueId !== option.queueId)
      throw coreErrors.ERR_VALIDATION({ fields: { queueId: otherDepartment } });
    await super.write(option, texts, creating);
    await this.place(
      option,
      parentId === undefined && !creating ? option.parentId : (parentId ?? null),
      position,
      creating,
    );
  }

  /** Moves the option to a position below another one and shifts its new siblings. */
  private async place(
    option: QueueOption,
    parentId: number | null,
    position: number | null | undefined,
    creating: boolean,
  ): Promise<void> {
    const { queueId } = option;
    // a new option is still incomplete, and this query must not flush it
    const all = await this.em.find(
      QueueOption,
      { queueId },
      { orderBy: { option: 'asc' }, flushMode: FlushMode.COMMIT },
    );
    const others = all.filter((other) => other !== option);
    if (creating && others.length >= maxOptions) throw queueOptionErrors.ERR_QUEUE_OPTIONS_LIMIT();
    const stays = !creating && option.parentId === parentId;
    const siblings = others.filter((other) => other.parentId === parentId);
    if (!stays) {
      if (siblings.length >= maxOptionsPerLevel) throw queueOptionErrors.ERR_QUEUE_OPTIONS_LEVEL();
      const height = creating ? 1 : heightOf(option.id, others);
      if (depthBelow(parentId, option, others) + height > maxOptionLevels)
        throw queueOptionErrors.ERR_QUEUE_OPTIONS_DEPTH();
      if (!creating) number(others.filter((other) => other.parentId === option.parentId));
    }
    const index = position ? position - 1 : stays ? option.option - 1 : siblings.length;
    siblings.splice(index, 0, option);
    option.parentId = parentId;
    number(siblings);
  }

  private async queueOf(queueId: number | undefined): Promise<number> {
    const queue = await this.em.findOne(Queue, { id: queueId ?? 0 });
    if (!queue) throw coreErrors.ERR_VALIDATION({ fields: { queueId: notFoundOf('queue').text } });
    return queue.id;
  }

  /** Allows one change of the company's menus at a time, so that limits and positions stay correct. */
  private lock(): Promise<void> {
    return this.deps.db.lock('queue-options', this.deps.context.companyId);
  }
}

function number(siblings: readonly QueueOption[]): void {
  for (const [index, sibling] of siblings.entries()) sibling.option = index + 1;
}

/** The levels down to and including the parent. @throws 400 for a parent that is missing or below the option */
function depthBelow(parentId: number | null, option: QueueOption, others: readonly QueueOption[]): number {
  let depth = 0;
  for (let id = parentId; id !== null; depth++) {
    if (id === option.id) throw coreErrors.ERR_VALIDATION({ fields: { parentId: belowItself } });
    const parent = others.find((other) => other.id === id);
    if (!parent) throw coreErrors.ERR_VALIDATION({ fields: { parentId: queueOptions.notFound().text } });
    id = parent.parentId;
  }
  return depth;
}

/** The number of levels of an option and its sub-options. */
const heightOf = (id: number, others: readonly QueueOption[]): number =>
  1 + Math.max(0, ...others.filter(({ parentId }) => parentId === id).map((child) => heightOf(child.id, others)));
