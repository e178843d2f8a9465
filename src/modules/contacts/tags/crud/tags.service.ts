import { Injectable } from '@nestjs/common';
import { invalidField } from '../../../../core/errors/core-errors.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import { RecordChanged } from '../../../../core/resource/record-changed.js';
import { lanesUpTo, lockLanes, orderLanes } from '../queries/lanes.queries.js';
import { Tag } from '../tag.entity.js';
import { maxLanes, type TagInput } from '../tags.dto.js';
import { LanesChanged } from '../tags.events.js';
import { tags } from '../tags.resource.js';

const tooManyLanes = invalidField(
  'kanban',
  `O quadro já tem ${maxLanes} colunas`,
  `The board already has ${maxLanes} lanes`,
  `El tablero ya tiene ${maxLanes} columnas`,
);

/** A lane of the kanban board. */
export type KanbanTag = Pick<Tag, 'id' | 'name' | 'color' | 'kanban'>;

@Injectable()
export class TagsService extends CrudService<Tag, TagInput> {
  constructor(deps: CrudDependencies) {
    super(tags, deps);
  }

  override async create(input: TagInput): Promise<Columns<Tag, TagInput>> {
    if (input.kanban === 1) await lockLanes(this.deps.db);
    return super.create(input);
  }

  override async update(id: number, input: Partial<TagInput>): Promise<Columns<Tag, TagInput>> {
    if (input.kanban !== undefined) await lockLanes(this.deps.db);
    const { kanban } = await this.find(id);
    const tag = await super.update(id, input);
    if (tag.kanban !== kanban) await this.lanesChanged();
    return tag;
  }

  override async remove(id: number): Promise<void> {
    await lockLanes(this.deps.db);
    const { kanban } = await this.find(id);
    await super.remove(id);
    if (kanban === 1) await this.lanesChanged();
  }

  /** Puts these lanes first, in this order; other lanes follow, and ids of other tags are ignored. */
  async orderLanes(tagIds: readonly number[]): Promise<KanbanTag[]> {
    const { db, events } = this.deps;
    const { companyId } = db;
    await lockLanes(db);
    await db.run(orderLanes(companyId, tagIds));
    await this.lanesChanged();
    const lanes = await this.em.find(
      Tag,
      { kanban: 1 },
      { orderBy: { kanbanOrder: 'asc', id: 'asc' }, limit: maxLanes },
    );
    for (const lane of await this.presentEntities(lanes))
      events.emit(
        new RecordChanged({ resource: this.resource.name, action: 'update', companyId, id: lane.id, record: lane }),
      );
    return lanes.map(({ id, name, color, kanban }) => ({ id, name, color, kanban }));
  }

  /** @throws 400 for a lane beyond the maximum */
  protected override async write(tag: Tag, input: Partial<TagInput>, creating: boolean): Promise<void> {
    if (input.kanban === 1 && tag.kanban !== 1) await this.assertRoomForLane();
    await super.write(tag, input, creating);
  }

  private async assertRoomForLane(): Promise<void> {
    const { db } = this.deps;
    const lanes = await db.rows(lanesUpTo(db.companyId, maxLanes));
    if (lanes.length >= maxLanes) throw tooManyLanes();
  }

  private lanesChanged(): Promise<unknown> {
    return this.deps.events.dispatch(new LanesChanged());
  }
}
