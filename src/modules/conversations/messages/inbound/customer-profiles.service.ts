import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { FetchProfile } from './fetch-profile.job.js';

/** Loads customers' profiles on channels whose messages do not contain them. */
@Injectable()
export class CustomerProfilesService {
  constructor(
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
  ) {}

  async enqueue({ id, channel }: { readonly id: number; readonly channel: string }, contactId: number): Promise<void> {
    if (this.channels.get(channel).profile) await this.jobs.add(FetchProfile, { connectionId: id, contactId });
  }
}
