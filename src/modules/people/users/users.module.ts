import { Module } from '@nestjs/common';
import { resourceModule } from '../../../core/resource/resource.module.js';
import { CompaniesModule } from '../../platform/companies/companies.module.js';
import { PlansModule } from '../../platform/plans/plans.module.js';
import { CurrentPasswordCheck } from './crud/current-password-check.js';
import { UsersController } from './crud/users.controller.js';
import { UsersListener } from './crud/users.listener.js';
import { UsersService } from './crud/users.service.js';
import { Memberships } from './memberships/memberships.service.js';
import { Pauses } from './presence/pauses.service.js';
import { Presence } from './presence/presence.service.js';
import { PresenceLeases } from './presence/presence-leases.service.js';
import { SignupController } from './signup/signup.controller.js';
import { SignupService } from './signup/signup.service.js';
import { users } from './users.resource.js';

@Module({
  imports: [CompaniesModule, PlansModule],
  ...resourceModule(users, {
    service: UsersService,
    controllers: [UsersController, SignupController],
    providers: [Memberships, CurrentPasswordCheck, Pauses, Presence, PresenceLeases, SignupService, UsersListener],
    exports: [Memberships, PresenceLeases],
  }),
})
export class UsersModule {}
