import { t } from '../../../core/i18n.js';
import { definePage, defineResource } from '../../../core/resource/define-resource.js';
import { Announcement } from './announcement.entity.js';
import { AnnouncementInput } from './announcements.dto.js';

definePage({
  name: 'announcements',
  path: '/announcements',
  label: t('Informativos', 'Announcements', 'Anuncios'),
  level: 'user',
});

export const announcements = defineResource({
  name: 'announcements',
  entity: Announcement,
  input: AnnouncementInput,
  scope: 'platform',
  envelope: 'records',
  label: {
    one: t('Informativo', 'Announcement', 'Anuncio'),
    many: t('Informativos', 'Announcements', 'Anuncios'),
  },
  empty: t(
    'O que você publicar aparece no topo da tela das empresas.',
    'What you publish appears at the top of the screens of the companies.',
    'Lo que publique aparece arriba en las pantallas de las empresas.',
  ),
  list: ['title', 'priority', 'status', 'showFrom', 'showUntil'],
  search: ['title', 'text'],
  sort: ['priority', 'asc'],
  thenBy: ['id', 'desc'],
  filters: ['priority', 'status'],
  access: { read: 'user', write: 'super' },
  screen: 'admin/announcements',
  menu: { section: 'super', order: 30, icon: 'Campaign' },
  audit: { kind: 'platform', nameField: 'title' },
});
