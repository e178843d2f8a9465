import { Module } from '@nestjs/common';
import { defineAuditActions, defineAuditKind } from '../../../core/audit/audit-actions.js';
import { t } from '../../../core/i18n.js';
import { defineMenuSection, definePage } from '../../../core/resource/define-resource.js';
import { SettingsController } from './crud/settings.controller.js';
import { SettingsListener } from './crud/settings.listener.js';
import { SettingsService } from './crud/settings.service.js';

defineMenuSection('management', 40, t('Gestão', 'Management', 'Gestión'));

definePage({
  name: 'settings',
  path: '/settings',
  label: t('Configurações', 'Settings', 'Configuración'),
  level: 'admin',
  menu: { section: 'management', order: 50, icon: 'Settings' },
});

defineAuditKind('settings', 60, t('Configurações e cadastros', 'Settings and records', 'Configuraciones y registros'));

defineAuditActions('settings', {
  'setting.changed': t('Alterou configuração', 'Changed a setting', 'Modificó configuración'),
});

@Module({
  controllers: [SettingsController],
  providers: [SettingsService, SettingsListener],
  exports: [SettingsService],
})
export class SettingsModule {}
