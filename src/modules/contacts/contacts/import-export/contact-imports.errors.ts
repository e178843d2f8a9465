import { type AppError, defineErrors, errorCode } from '../../../../core/errors/app-error.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { type Localized, t } from '../../../../core/i18n.js';

export const contactImportErrors = defineErrors({
  ERR_NO_CONTACT_IMPORT_FOUND: errorCode(
    404,
    'Nenhuma importação encontrada com este ID.',
    'No import found with this ID.',
    'No se encontró una importación con este ID.',
  ),
});

const chooseFile = t('Escolha um arquivo CSV', 'Choose a CSV file', 'Elija un archivo CSV');

/** The request has no file, or the file is not text. */
export const csvFileRequired = (): AppError => coreErrors.ERR_VALIDATION({ fields: { file: chooseFile } });

// Why a whole file cannot be imported; stored on the import, as it is found while the job reads the file.
export const notCsvText = t(
  'O arquivo não é um texto CSV. Salve a planilha como CSV e tente novamente.',
  'The file is no CSV text. Save the sheet as CSV and try again.',
  'El archivo no es un texto CSV. Guarde la planilla como CSV e inténtelo de nuevo.',
);
export const noColumns = t(
  'A primeira linha precisa ter as colunas nome e numero.',
  'The first line must name the columns name and number.',
  'La primera línea debe tener las columnas nombre y numero.',
);
export const noContacts = t(
  'O arquivo não tem contatos.',
  'The file has no contacts.',
  'El archivo no tiene contactos.',
);
export const unreadableTable = (line: number): Localized =>
  t(
    `O arquivo não pôde ser lido a partir da linha ${line}. Confira as aspas.`,
    `The file could not be read from line ${line} on. Check the quotes.`,
    `El archivo no se pudo leer desde la línea ${line}. Revise las comillas.`,
  );
/** For a damaged or protected workbook, or a file that takes too long. */
export const unreadableFile = t(
  'O arquivo não pôde ser lido. Salve-o de novo como XLSX ou CSV, sem senha, e tente novamente.',
  'The file could not be read. Save it again as XLSX or CSV, without a password, and try again.',
  'El archivo no se pudo leer. Guárdelo de nuevo como XLSX o CSV, sin contraseña, e inténtelo otra vez.',
);
export const tooManyLines = (limit: number): Localized =>
  t(
    `O arquivo tem mais de ${limit} contatos. Divida-o e importe as partes.`,
    `The file has more than ${limit} contacts. Split it and import the parts.`,
    `El archivo tiene más de ${limit} contactos. Divídalo e importe las partes.`,
  );
export const tooManyColumns = (limit: number): Localized =>
  t(
    `O arquivo tem mais de ${limit} colunas. Remova as que não são do contato.`,
    `The file has more than ${limit} columns. Remove those that are not about the contact.`,
    `El archivo tiene más de ${limit} columnas. Quite las que no son del contacto.`,
  );
export const tooLarge = (megabytes: number): Localized =>
  t(
    `O arquivo tem mais de ${megabytes} MB. Divida-o e importe as partes.`,
    `The file has more than ${megabytes} MB. Split it and import the parts.`,
    `El archivo tiene más de ${megabytes} MB. Divídalo e importe las partes.`,
  );
export const importInterrupted = t(
  'A importação foi interrompida.',
  'The import was interrupted.',
  'La importación fue interrumpida.',
);
