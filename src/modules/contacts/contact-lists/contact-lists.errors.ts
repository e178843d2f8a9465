import type { AppError } from '../../../core/errors/app-error.js';
import { coreErrors } from '../../../core/errors/core-errors.js';
import { t } from '../../../core/i18n.js';

/** The filter finds more contacts than one request may add to a list. */
export const tooManyContacts = (most: number): AppError => {
  const [pt, en] = [most.toLocaleString('pt-BR'), most.toLocaleString('en')];
  const text = t(
    `O filtro traz mais de ${pt} contatos. Restrinja-o e adicione em partes.`,
    `The filter brings more than ${en} contacts. Narrow it and add them in parts.`,
    `El filtro trae más de ${pt} contactos. Restrínjalo y agréguelos por partes.`,
  );
  return coreErrors.ERR_VALIDATION({ text, fields: { filter: text } });
};

export const optedOutText = t(
  'Este contato não quer receber campanhas',
  'This contact wants no campaigns',
  'Este contacto no quiere recibir campañas',
);
export const repeatedText = t('Número repetido', 'Repeated number', 'Número repetido');
const invalidNumber = t('Número inválido', 'Invalid number', 'Número no válido');

export const invalidContact = (text = invalidNumber): AppError =>
  coreErrors.ERR_VALIDATION({ fields: { number: text } });
