import { t } from '../../../core/i18n.js';
import { Choice, Text } from '../../../core/resource/fields.js';
import { type ViewPage, viewPages } from './saved-view.entity.js';

const pages: Readonly<Record<ViewPage, ReturnType<typeof t>>> = {
  tickets: t('Conversas', 'Conversations', 'Conversaciones'),
  relatories: t('Relatórios', 'Reports', 'Informes'),
};

export class SavedViewInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), max: 50 })
  name!: string;

  @Text({ label: t('Filtros', 'Filters', 'Filtros'), max: 2000, default: '' })
  query!: string;

  @Choice({
    label: t('Página', 'Page', 'Página'),
    values: viewPages.map((value) => ({ value, label: pages[value] })),
    default: 'tickets',
    on: 'create',
  })
  page!: ViewPage;
}
