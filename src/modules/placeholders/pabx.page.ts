import { t } from '../../core/i18n.js';
import { defineMenuSection, definePage } from '../../core/resource/define-resource.js';

const level = 'admin';

// sections of modules that are not built yet
defineMenuSection('ai', 20, t('Inteligência artificial', 'Artificial intelligence', 'Inteligencia artificial'));
defineMenuSection('sms', 30, t('SMS', 'SMS', 'SMS'));

// placeholders titled 'Coming Soon', whose menu entries are always hidden
definePage({ name: 'pabx-phones', path: '/pabx-phones', label: t('Ramais', 'Extensions', 'Extensiones'), level });
definePage({ name: 'pabx-numbers', path: '/pabx-numbers', label: t('Números', 'Numbers', 'Números'), level });
definePage({ name: 'pabx-menu', path: '/pabx-menu', label: t('Menus', 'Menus', 'Menús'), level });
