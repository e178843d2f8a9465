import { type AppError, defineErrors, errorCode, wellKnownError } from '../../../core/errors/app-error.js';
import { coreErrors } from '../../../core/errors/core-errors.js';
import { mapConstraintError } from '../../../core/errors/database-errors.js';
import { t } from '../../../core/i18n.js';

const duplicated = t(
  'Já existe um contato com este número.',
  'A contact with this number already exists.',
  'Ya existe un contacto con este número.',
);

export const contactErrors = defineErrors({
  ERR_NO_CONTACT_FOUND: wellKnownError(
    404,
    'Nenhum contato encontrado com este ID.',
    'No contact found with this ID.',
    'No se encontró un contacto con este ID.',
  ),
  ERR_CONTACT_HAS_OPEN_TICKET: errorCode(
    409,
    'Este contato tem uma conversa aberta ou em espera. Encerre-a antes de excluí-lo.',
    'This contact has an open or waiting conversation. Close it before deleting the contact.',
    'Este contacto tiene una conversación abierta o en espera. Ciérrela antes de eliminarlo.',
  ),
  ERR_DUPLICATED_CONTACT: { status: 409, wellKnown: true, text: duplicated },
});

mapConstraintError('contacts_company_id_number_unique', () =>
  contactErrors.ERR_DUPLICATED_CONTACT({ fields: { number: duplicated } }),
);

const duplicatedName = t(
  'Já existe um contato com este número: {{name}}.',
  'A contact with this number already exists: {{name}}.',
  'Ya existe un contacto con este número: {{name}}.',
);

/** A 409 that names the contact which has the number. */
export const duplicatedContact = ({ id, name }: { id: number; name: string }): AppError =>
  contactErrors.ERR_DUPLICATED_CONTACT({
    text: duplicatedName,
    fields: { number: duplicated },
    params: { name, contactId: id },
  });

const another = t('Escolha outro contato', 'Choose another contact', 'Elija otro contacto');
const noGroups = t(
  'Grupos não podem ser unidos a outro contato',
  'Groups cannot be merged with another contact',
  'Los grupos no se pueden unir a otro contacto',
);
const otherNumber = t(
  'O número não é o deste contato',
  'This is not the number of this contact',
  'El número no es el de este contacto',
);

export const cannotMergeWithItself = (): AppError => coreErrors.ERR_VALIDATION({ fields: { contactId: another } });
export const cannotMergeGroups = (): AppError => coreErrors.ERR_VALIDATION({ fields: { contactId: noGroups } });
/** The number that should confirm the erasure is not the contact's number. */
export const confirmationMismatch = (): AppError => coreErrors.ERR_VALIDATION({ fields: { number: otherNumber } });
