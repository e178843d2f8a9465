import { Module } from '@nestjs/common';
import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';
import { ConnectionsModule } from '../../channels/connections/connections.module.js';
import { SandboxController } from './phone/sandbox.controller.js';
import { SandboxListener } from './phone/sandbox.listener.js';
import { SandboxService } from './phone/sandbox.service.js';

definePage({
  name: 'sandbox',
  path: '/sandbox',
  label: t('Telefone de testes', 'Test phone', 'Teléfono de pruebas'),
  level: 'admin',
  menu: { section: 'management', order: 90, icon: 'PhoneAndroid' },
});

/** A simulated phone for a new installation: people play the customers in a browser. */
@Module({
  imports: [ConnectionsModule],
  controllers: [SandboxController],
  providers: [SandboxService, SandboxListener],
})
export class SandboxModule {}
