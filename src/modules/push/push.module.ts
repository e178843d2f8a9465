import { Module } from '@nestjs/common';
import { DeliverPushHandler } from './deliver-push.job.js';
import { PushController } from './push.controller.js';
import { PushListener } from './push.listener.js';
import { PushService } from './push.service.js';
import { PushCompanies } from './push-companies.service.js';
import { PushSender } from './push-sender.service.js';

@Module({
  controllers: [PushController],
  providers: [PushService, PushCompanies, PushSender, PushListener, DeliverPushHandler],
})
export class PushModule {}
