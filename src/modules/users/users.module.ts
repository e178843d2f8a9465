import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { Memberships } from './memberships.js';
import { OwnAccount } from './own-account.js';
import { Pauses } from './pauses.service.js';
import { Presence } from './presence.service.js';
import { PresenceRows } from './presence-rows.js';
import { SignupController } from './signup.controller.js';
import { SignupService } from './signup.service.js';
import { UsersController } from './users.controller.js';
import { UsersListener } from './users.listener.js';
import './users.policy.js';
import { users } from './users.resource.js';
import { UsersService } from './users.service.js';
import { UserSteps } from './users.steps.js';

@Module({
  imports: [CompaniesModule],
  ...resourceModule(users, {
    service: UsersService,
    controllers: [UsersController, SignupController],
    providers: [Memberships, OwnAccount, Pauses, Presence, PresenceRows, SignupService, UsersListener, UserSteps],
    exports: [Memberships, PresenceRows],
  }),
})
export class UsersModule {}
