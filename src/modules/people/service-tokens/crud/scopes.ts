import { t } from '../../../../core/i18n.js';
import type { ChoiceOption } from '../../../../core/resource/field-meta.js';

const read = (area: string, pt: string, en: string, es: string): ChoiceOption => ({
  value: `${area}:read`,
  label: t(`Ler ${pt}`, `Read ${en}`, `Leer ${es}`),
});
const readAndWrite = (area: string, pt: string, en: string, es: string): ChoiceOption[] => [
  read(area, pt, en, es),
  { value: `${area}:write`, label: t(`Alterar ${pt}`, `Change ${en}`, `Modificar ${es}`) },
];

/** Every scope that a token may have, by the areas that routes declare with `@Scope`. */
export const tokenScopes: readonly ChoiceOption[] = [
  ...readAndWrite('messages', 'mensagens', 'messages', 'mensajes'),
  ...readAndWrite('tickets', 'conversas', 'conversations', 'conversaciones'),
  ...readAndWrite('contacts', 'contatos', 'contacts', 'contactos'),
  ...readAndWrite('tags', 'tags', 'tags', 'etiquetas'),
  ...readAndWrite('queues', 'departamentos', 'departments', 'departamentos'),
  read('templates', 'modelos de mensagem', 'message templates', 'plantillas de mensaje'),
  read('connections', 'conexões', 'connections', 'conexiones'),
  // a token must not be able to create a manager
  read('users', 'usuários', 'users', 'usuarios'),
];
