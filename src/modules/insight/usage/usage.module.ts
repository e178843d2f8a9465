import { Module } from '@nestjs/common';
import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';
import { SettingsModule } from '../../people/settings/settings.module.js';
import { CompaniesModule } from '../../platform/companies/companies.module.js';
import { UsageController } from './counts/usage.controller.js';
import { UsageService } from './counts/usage.service.js';

definePage({
  name: 'plan',
  path: '/plan',
  label: t('Plano e uso', 'Plan and usage', 'Plan y uso'),
  level: 'admin',
  menu: { section: 'management', order: 55, icon: 'DataUsage', tabOf: '/settings' },
});

/** How much companies use of what their plan allows. */
@Module({ imports: [CompaniesModule, SettingsModule], controllers: [UsageController], providers: [UsageService] })
export class UsageModule {}
