import { Module } from '@nestjs/common';
import { t } from '../../../core/i18n.js';
import { definePage } from '../../../core/resource/define-resource.js';

const level = 'admin';

// placeholders titled 'Coming Soon', whose menu entries are always hidden
definePage({ name: 'pabx-phones', path: '/pabx-phones', label: t('Ramais', 'Extensions', 'Extensiones'), level });
definePage({ name: 'pabx-numbers', path: '/pabx-numbers', label: t('Números', 'Numbers', 'Números'), level });
definePage({ name: 'pabx-menu', path: '/pabx-menu', label: t('Menus', 'Menus', 'Menús'), level });

/** Pages of modules that do not exist yet. */
@Module({})
export class PlaceholdersModule {}
