import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission, InTransaction } from '../../../../core/events/event.js';
import { Answers, type Asked } from '../../../../core/events/port.js';
import { type Localized, t } from '../../../../core/i18n.js';
import { rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { CompanyCreating } from '../../../platform/companies/companies.events.js';
import { type SignInPolicy, signInPolicy } from '../../auth/auth.events.js';
import { passwordProblem, signupIsOpen } from '../../users/users.events.js';
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

/** Answers earlier modules by the settings, and broadcasts changes. */
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

  @Answers(passwordProblem)
  async passwordProblem({ password }: Asked<typeof passwordProblem>): Promise<Localized | null> {
    return strong.test(password) || (await this.settings.get('passwordPolicy')) === 'default' ? null : weak;
  }

  @Answers(signInPolicy)
  async signInPolicy(): Promise<SignInPolicy> {
    const values = await this.settings.getAll('singleSession', 'twoFactorRequired');
    return { singleSession: values.singleSession === 'enabled', twoFactor: values.twoFactorRequired === 'enabled' };
  }

  @Answers(signupIsOpen)
  async signupIsOpen(): Promise<boolean> {
    return (await this.settings.userCreation()) === 'enabled';
  }
}
