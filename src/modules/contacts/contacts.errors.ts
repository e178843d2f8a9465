import { defineErrors } from '../../core/errors/app-error.js';
import { onConstraint } from '../../core/errors/database-errors.js';
import { t } from '../../core/i18n.js';

const duplicated = t(
  'Já existe um contato com este número.',
  'A contact with this number already exists.',
  'Ya existe un contacto con este número.',
);

export const contactErrors = defineErrors({
  ERR_NO_CONTACT_FOUND: {
    status: 404,
    text: t(
      'Nenhum contato encontrado com este ID.',
      'No contact found with this ID.',
      'No se encontró un contacto con este ID.',
    ),
  },
  ERR_DUPLICATED_CONTACT: { status: 409, text: duplicated },
});

onConstraint('contacts_company_id_number_unique', () =>
  contactErrors.ERR_DUPLICATED_CONTACT({ fields: { number: duplicated } }),
);
