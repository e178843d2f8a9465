import { type AppError, defineErrors, errorCode } from '../../../core/errors/app-error.js';
import { coreErrors } from '../../../core/errors/core-errors.js';
import { type Localized, t } from '../../../core/i18n.js';

export const chatErrors = defineErrors({
  ERR_NO_CHAT_FOUND: errorCode(404, 'Conversa não encontrada.', 'Chat not found.', 'Conversación no encontrada.'),
  ERR_NO_CHAT_MESSAGE_FOUND: errorCode(404, 'Mensagem não encontrada.', 'Message not found.', 'Mensaje no encontrado.'),
});

const atField = (name: string, text: Localized) => (): AppError =>
  coreErrors.ERR_VALIDATION({ text, fields: { [name]: text } });

export const chatTexts = {
  noTitle: t(
    'Por favor, preencha o título da conversa.',
    'Please fill in the title of the chat.',
    'Por favor, complete el título de la conversación.',
  ),
  noMembers: t(
    'Por favor, selecione pelo menos um usuário.',
    'Please select at least one user.',
    'Por favor, seleccione al menos un usuario.',
  ),
};
export const noMembers = atField('users', chatTexts.noMembers);
export const unknownMember = atField('users', t('Usuário não encontrado', 'User not found', 'Usuario no encontrado'));
export const directNotEdited = atField(
  'users',
  t(
    'As pessoas de uma conversa direta não mudam',
    'The people of a direct chat do not change',
    'Las personas de una conversación directa no cambian',
  ),
);
export const emptyChatMessage = atField(
  'message',
  t(
    'Escreva uma mensagem ou anexe um arquivo',
    'Write a message or attach a file',
    'Escriba un mensaje o adjunte un archivo',
  ),
);
export const quoteOutsideChat = atField(
  'quotedId',
  t(
    'A mensagem citada não é desta conversa',
    'The quoted message is not of this chat',
    'El mensaje citado no es de esta conversación',
  ),
);
export const tooManyMembers = atField(
  'users',
  t('No máximo 1000 pessoas', 'At most 1000 people', 'Como máximo 1000 personas'),
);
