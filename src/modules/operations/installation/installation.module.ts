import { Module } from '@nestjs/common';
import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';
import { InstallationController } from './status/installation.controller.js';
import { InstallationService } from './status/installation.service.js';

definePage({
  name: 'installation',
  path: '/admin/installation',
  label: t('Instalação', 'Installation', 'Instalación'),
  level: 'super',
  menu: { section: 'super', order: 85, icon: 'Dns' },
});

/** Shows the state of the installation to its operators. */
@Module({ controllers: [InstallationController], providers: [InstallationService] })
export class InstallationModule {}
