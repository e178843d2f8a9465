import { t } from '../../../core/i18n.js';
import { definePage, defineResource } from '../../../core/resource/define-resource.js';
import { Help } from './help.entity.js';
import { HelpInput } from './helps.dto.js';

const notSaved = t(
  'Não foi possível realizar a operação. Verifique se já existe uma helpo com o mesmo nome ou se os campos foram preenchidos corretamente',
  'The operation could not be completed. Check whether a tutorial with the same name already exists or whether the fields are filled in correctly',
  'No fue posible realizar la operación. Verifique si ya existe un tutorial con el mismo nombre o si los campos fueron llenados correctamente',
);

definePage({
  name: 'help',
  path: '/help',
  label: t('Ajuda', 'Help', 'Ayuda'),
  level: 'user',
  menu: { section: 'main', order: 100, icon: 'HelpOutline' },
});

export const helps = defineResource({
  name: 'helps',
  entity: Help,
  input: HelpInput,
  scope: 'platform',
  envelope: 'records',
  label: { one: t('Tutorial', 'Tutorial', 'Tutorial'), many: t('Tutoriais', 'Tutorials', 'Tutoriales') },
  empty: t(
    'Os vídeos que você cadastrar aparecem na página de ajuda de todas as empresas.',
    'The videos that you add appear on the help page of all companies.',
    'Los videos que registre aparecen en la página de ayuda de todas las empresas.',
  ),
  search: ['title', 'description'],
  sort: ['title', 'asc'],
  access: { read: 'user', write: 'super' },
  // the page of tutorials shows all videos, more than one page of a list has
  options: [{ path: 'list', summary: 'All tutorials', orderBy: 'title', limit: 500 }],
  screen: 'admin/edit-help',
  menu: { section: 'super', order: 40, icon: 'OndemandVideo' },
  audit: { kind: 'platform', nameField: 'title' },
  unique: [{ constraint: 'helps_title_unique', field: 'title', message: notSaved }],
});
