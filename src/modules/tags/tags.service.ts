import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { tables } from '../../core/database/tables.js';
import { CrudKit, CrudService } from '../../core/resource/crud.service.js';
import { countLimit } from '../../core/resource/page.js';
import type { Tag } from './tag.entity.js';
import type { TagInput } from './tags.dto.js';
import { tags } from './tags.resource.js';

/** Given to tags that come without a colour. */
const palette = ['#1f6feb', '#2da44e', '#bf8700', '#cf222e', '#8250df', '#bf3989', '#0a7ea4', '#57606a'] as const;

@Injectable()
export class TagsService extends CrudService<Tag, TagInput> {
  constructor(kit: CrudKit) {
    super(tags, kit);
  }

  /** Every tag, for pickers. */
  all(): Promise<Pick<Tag, 'id' | 'name' | 'color' | 'kanban'>[]> {
    const { companyId } = this.deps.context;
    return this.deps.db.rows(
      tables<{ tags: Tag }>()
        .selectFrom('tags')
        .select(['id', 'name', 'color', 'kanban'])
        .where('company_id', '=', companyId)
        .orderBy('name')
        .orderBy('id'),
    );
  }

  /** The lanes of the board, in the order they were made. */
  async lanes(): Promise<object[]> {
    const { entity } = this.resource;
    return this.present(await this.em.find(entity, { kanban: 1 }, { orderBy: { id: 'asc' } }));
  }

  protected override initialValues(): object {
    return { color: palette[randomInt(palette.length)] };
  }

  protected override async write(tag: Tag, { color, ...input }: Partial<TagInput>, creating: boolean): Promise<void> {
    await super.write(tag, color ? { ...input, color } : input, creating);
  }

  /** With the number of conversations that carry the tag, exact up to the bound of all counts. */
  protected override async present(rows: readonly Tag[]): Promise<object[]> {
    const records = await super.present(rows);
    const counted = await this.deps.db.rows<{ tagId: number; count: number }>(
      sql`select g.id as "tagId", (select count(*)::int from (select from ticket_tags tt
       where tt.company_id = ${this.deps.context.companyId} and tt.tag_id = g.id limit ${countLimit}) x) as count
       from unnest(${rows.map(({ id }) => id)}::bigint[]) g (id)`,
    );
    const counts = new Map(counted.map(({ tagId, count }) => [tagId, count]));
    return rows.map(({ id }, index) => ({ ...records[index], ticketsCount: counts.get(id) ?? 0 }));
  }
}
