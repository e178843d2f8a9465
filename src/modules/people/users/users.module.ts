import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { CompaniesModule } from '../../platform/companies/companies.module.js';
import { PlansModule } from '../../platform/plans/plans.module.js';
import { CurrentPasswordCheck } from './crud/current-password-check.js';
import { UsersController } from './crud/users.controller.js';
import { UsersListener } from './crud/users.listener.js';
import { UsersService } from './crud/users.service.js';
import { MembershipsService } from './memberships/memberships.service.js';
import { PausesService } from './presence/pauses.service.js';
import { PresenceService } from './presence/presence.service.js';
import { PresenceLeasesService } from './presence/presence-leases.service.js';
import { SignupController } from './signup/signup.controller.js';
import { SignupService } from './signup/signup.service.js';
import { users } from './users.resource.js';

@Module({
  imports: [CompaniesModule, PlansModule],
  ...resourceModule(users, {
    service: UsersService,
    controllers: [UsersController, SignupController],
    providers: [
      MembershipsService,
      CurrentPasswordCheck,
      PausesService,
      PresenceService,
      PresenceLeasesService,
      SignupService,
      UsersListener,
    ],
    exports: [MembershipsService, PresenceLeasesService],
  }),
})
export class UsersModule {}
