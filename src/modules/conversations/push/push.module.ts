import { Module } from '@nestjs/common';
import { DeliverPushHandler } from './delivery/deliver-push.job.js';
import { PushListener } from './delivery/push.listener.js';
import { PushSender } from './delivery/push-sender.service.js';
import { PushController } from './subscriptions/push.controller.js';
import { PushService } from './subscriptions/push.service.js';
import { PushCompanies } from './subscriptions/push-companies.service.js';

@Module({
  controllers: [PushController],
  providers: [PushService, PushCompanies, PushSender, PushListener, DeliverPushHandler],
})
export class PushModule {}
