import { Module } from '@nestjs/common';
import { DeliverPushHandler } from './delivery/deliver-push.job.js';
import { PushListener } from './delivery/push.listener.js';
import { PushSenderService } from './delivery/push-sender.service.js';
import { PushController } from './subscriptions/push.controller.js';
import { PushService } from './subscriptions/push.service.js';
import { PushCompaniesService } from './subscriptions/push-companies.service.js';

@Module({
  controllers: [PushController],
  providers: [PushService, PushCompaniesService, PushSenderService, PushListener, DeliverPushHandler],
})
export class PushModule {}
