import type { FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { ListQuery, Page } from '../../../../core/resource/page.js';
import { SavedView } from '../saved-view.entity.js';
import type { SavedViewInput } from '../saved-views.dto.js';
import { maxSavedViews, savedViewErrors } from '../saved-views.errors.js';
import { savedViews } from '../saved-views.resource.js';

/** The saved views of each user; other users, including managers, do not see them. */
@Injectable()
export class SavedViewsService extends CrudService<SavedView, SavedViewInput> {
  constructor(deps: CrudDependencies) {
    super(savedViews, deps);
  }

  /** Lists the views of one page, by default the conversation list. */
  override list(query: ListQuery): Promise<Page<Columns<SavedView, SavedViewInput>>> {
    return super.list({ ...query, filter: { page: 'tickets', ...query.filter } });
  }

  /** @throws 409 ERR_SAVED_VIEWS_LIMIT */
  override async create(input: SavedViewInput): Promise<Columns<SavedView, SavedViewInput>> {
    await this.deps.db.lock('saved-views', this.deps.context.actor.userId);
    const { page = 'tickets' } = input;
    const count = await this.em.count(SavedView, { $and: [this.where(), { page }] });
    if (count >= maxSavedViews) throw savedViewErrors.ERR_SAVED_VIEWS_LIMIT();
    return super.create(input);
  }

  protected override where(): FilterQuery<SavedView> {
    return { userId: this.deps.context.actor.userId };
  }

  protected override initialValues(): object {
    return { userId: this.deps.context.actor.userId };
  }
}
