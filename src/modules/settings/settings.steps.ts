import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Broadcast, type Emission } from '../../core/events/event.js';
import { rooms } from '../../core/realtime/rooms.js';
import { companyErrors } from '../companies/companies.errors.js';
import { companyCreatingHooks, signupHooks } from '../companies/companies.events.js';
import { SettingChanged } from './settings.events.js';
import { Settings } from './settings.service.js';

/** What settings add to the transactions of earlier modules, and how a change is shown. */
@Injectable()
export class SettingSteps implements OnModuleInit, OnModuleDestroy {
  private registered: (() => void)[] = [];

  constructor(private readonly settings: Settings) {}

  onModuleInit(): void {
    this.registered = [
      companyCreatingHooks.register(({ companyId }) => this.settings.seed(companyId)),
      signupHooks.register(() => this.assertSignupOpen()),
    ];
  }

  onModuleDestroy(): void {
    for (const remove of this.registered) remove();
  }

  @Broadcast(SettingChanged)
  async changed({ companyId, key, value, forAdmins }: SettingChanged): Promise<Emission[]> {
    return [
      {
        rooms: [forAdmins ? rooms.admins(companyId) : rooms.company(companyId)],
        name: `company-${companyId}-settings`,
        payload: { action: 'update', setting: { key, value } },
      },
    ];
  }

  private async assertSignupOpen(): Promise<void> {
    if ((await this.settings.userCreation()) !== 'enabled') throw companyErrors.ERR_USER_CREATION_DISABLED();
  }
}
