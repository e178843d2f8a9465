import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { coreErrors } from '../../core/errors/core-errors.js';
import { Broadcast, type Emission } from '../../core/events/event.js';
import { t } from '../../core/i18n.js';
import { rooms } from '../../core/realtime/rooms.js';
import { companyErrors } from '../companies/companies.errors.js';
import { companyCreatingHooks, signupHooks } from '../companies/companies.events.js';
import { passwordHooks } from '../users/users.events.js';
import { SettingChanged } from './settings.events.js';
import { Settings } from './settings.service.js';

const strong = /^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d).{8,}$/su;
const weak = t(
  'A senha precisa ter no mínimo 8 caracteres, com letra maiúscula, minúscula e número.',
  'The password needs at least 8 characters, with an upper-case letter, a lower-case letter and a number.',
  'La contraseña debe tener al menos 8 caracteres, con mayúscula, minúscula y número.',
);

/** What settings add to the transactions of earlier modules, and how a change is shown. */
@Injectable()
export class SettingSteps implements OnModuleInit, OnModuleDestroy {
  private registered: (() => void)[] = [];

  constructor(private readonly settings: Settings) {}

  onModuleInit(): void {
    this.registered = [
      companyCreatingHooks.register(({ companyId }) => this.settings.seed(companyId)),
      signupHooks.register(() => this.assertSignupOpen()),
      passwordHooks.register(({ password }) => this.assertStrong(password)),
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

  private async assertStrong(password: string): Promise<void> {
    if (strong.test(password) || (await this.settings.get('passwordPolicy')) === 'default') return;
    throw coreErrors.ERR_VALIDATION({ fields: { password: weak } });
  }

  private async assertSignupOpen(): Promise<void> {
    if ((await this.settings.userCreation()) !== 'enabled') throw companyErrors.ERR_USER_CREATION_DISABLED();
  }
}
