import { Injectable } from '@nestjs/common';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { TicketTagsService } from '../../../conversations/tickets/tags/ticket-tags.service.js';

/** Adds the campaign's tag in a job: tags must be locked before tickets, and a reply has locked its ticket already. */
export class TagReply extends defineJob<{ ticketId: number; tagId: number }>('tag-reply') {}

@Injectable()
export class TagReplyHandler {
  constructor(private readonly tags: TicketTagsService) {}

  @JobHandler(TagReply)
  async perform({ ticketId, tagId }: TagReply['payload']): Promise<void> {
    await this.tags.attach(ticketId, tagId);
  }
}
