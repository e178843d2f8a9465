import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { SavedView } from './saved-view.entity.js';
import { SavedViewInput } from './saved-views.dto.js';
import { maxSavedViews, nameTaken, savedViewErrors } from './saved-views.errors.js';

export const savedViews = defineResource({
  name: 'saved-views',
  envelope: 'views',
  entity: SavedView,
  input: SavedViewInput,
  singular: 'view',
  label: {
    one: t('Visão salva', 'Saved view', 'Vista guardada'),
    many: t('Visões salvas', 'Saved views', 'Vistas guardadas'),
    feminine: true,
  },
  empty: t(
    'Salve os filtros de uma página para voltar a eles com um clique.',
    'Save the filters of a page to return to them with one click.',
    'Guarde los filtros de una página para volver a ellos con un clic.',
  ),
  list: ['name'],
  filters: ['page'],
  sort: ['name', 'asc'],
  pageSize: maxSavedViews,
  access: { read: 'user', write: 'user' },
  unique: [{ constraint: 'saved_views_name_unique', field: 'name', text: nameTaken }],
  notFound: savedViewErrors.ERR_NO_SAVED_VIEW_FOUND,
});
