import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { FileList } from './file-list.entity.js';
import { FileListInput } from './files.dto.js';

export const files = defineResource({
  name: 'files',
  entity: FileList,
  input: FileListInput,
  label: {
    one: t('Lista de arquivos', 'File list', 'Lista de archivos'),
    many: t('Listas de arquivos', 'File lists', 'Listas de archivos'),
    feminine: true,
  },
  empty: t(
    'Junte um texto e os arquivos que costuma enviar com ele; na conversa, escolha a lista com / ou +.',
    'Put a text together with the files that you usually send with it; in a conversation, choose the list with / or +.',
    'Junte un texto y los archivos que suele enviar con él; en la conversación, elija la lista con / o +.',
  ),
  search: ['name', 'message'],
  access: { read: 'admin', write: 'admin' },
  // files.listener.ts emits the event, as attendants need it as well
  live: { event: 'file', to: 'module' },
  menu: { section: 'management', order: 20, icon: 'Attachment' },
  audit: { kind: 'settings', nameField: 'name' },
  notFound: 'ERR_NO_FILE_LIST_FOUND',
});
