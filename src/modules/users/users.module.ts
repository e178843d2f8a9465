import { Module } from '@nestjs/common';
import { resourceModule } from '../../core/resource/resource.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { CurrentPasswordCheck } from './current-password-check.js';
import { Memberships } from './memberships.service.js';
import { Pauses } from './pauses.service.js';
import { Presence } from './presence.service.js';
import { PresenceLeases } from './presence-leases.service.js';
import { SignupController } from './signup.controller.js';
import { SignupService } from './signup.service.js';
import { UsersController } from './users.controller.js';
import { UsersListener } from './users.listener.js';
import { users } from './users.resource.js';
import { UsersService } from './users.service.js';

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
