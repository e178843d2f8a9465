import { Injectable } from '@nestjs/common';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Broadcast, type Emission, InTransaction } from '../../../../core/events/event.js';
import { Answers } from '../../../../core/events/port.js';
import { t } from '../../../../core/i18n.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { companyErrors } from '../../../platform/companies/companies.errors.js';
import { CompanyCreating, SignupRequested } from '../../../platform/companies/companies.events.js';
import { type SignInPolicy, signInPolicy } from '../../auth/auth.events.js';
import { PasswordChosen } from '../../users/users.events.js';
import { SettingChanged } from '../settings.events.js';
import type { SettingValue } from './settings.queries.js';
import { SettingsService } from './settings.service.js';

const strong = /^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d).{8,}$/su;
const weak = t(
  'A senha precisa ter no mínimo 8 caracteres, com letra maiúscula, minúscula e número.',
  'The password needs at least 8 characters, with an upper-case letter, a lower-case letter and a number.',
  'La contraseña debe tener al menos 8 caracteres, con mayúscula, minúscula y número.',
);

/** The action `schedules` carries the working hours of the company. */
export interface SettingsEvent {
  readonly action: 'update' | 'schedules';
  readonly setting?: SettingValue;
  readonly schedules?: readonly object[];
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    settings: SettingsEvent;
  }
}

/** Handles events of earlier modules that need settings, and broadcasts changes. */
@Injectable()
export class SettingsListener {
  constructor(private readonly settings: SettingsService) {}

  @Broadcast(SettingChanged)
  async changed({ companyId, key, value, adminsOnly: forAdmins }: SettingChanged): Promise<Emission[]> {
    return [
      {
        rooms: [forAdmins ? rooms.admins(companyId) : rooms.company(companyId)],
        ...companyEvent(companyId, 'settings', { action: 'update', setting: { key, value } }),
      },
    ];
  }

  @InTransaction(CompanyCreating)
  seed({ companyId }: CompanyCreating): Promise<void> {
    return this.settings.seed(companyId);
  }

  @InTransaction(PasswordChosen)
  async assertStrong({ password }: PasswordChosen): Promise<void> {
    if (strong.test(password) || (await this.settings.get('passwordPolicy')) === 'default') return;
    throw coreErrors.ERR_VALIDATION({ fields: { password: weak } });
  }

  @Answers(signInPolicy)
  async signInPolicy(): Promise<SignInPolicy> {
    const values = await this.settings.getAll('singleSession', 'twoFactorRequired');
    return { singleSession: values.singleSession === 'enabled', twoFactor: values.twoFactorRequired === 'enabled' };
  }

  @InTransaction(SignupRequested)
  async assertSignupOpen(): Promise<void> {
    if ((await this.settings.userCreation()) !== 'enabled') throw companyErrors.ERR_USER_CREATION_DISABLED();
  }
}
