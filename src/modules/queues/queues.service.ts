import { Injectable } from '@nestjs/common';
import { CrudKit, CrudService } from '../../core/resource/crud.service.js';
import type { Queue } from './queue.entity.js';
import type { QueueInput } from './queues.dto.js';
import { QueueRemoving } from './queues.events.js';
import { queues } from './queues.resource.js';

@Injectable()
export class QueuesService extends CrudService<Queue, QueueInput> {
  constructor(kit: CrudKit) {
    super(queues, kit);
  }

  protected override assertRemovable({ id }: Queue): Promise<void> {
    return this.deps.events.dispatch(new QueueRemoving(id));
  }
}
