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

const chooseFile = t('Escolha um arquivo CSV ou XLSX', 'Choose a CSV or XLSX file', 'Elija un archivo CSV o XLSX');

/** The request has no file, or the file is not a table. */
export const tableFileRequired = (): AppError => coreErrors.ERR_VALIDATION({ fields: { file: chooseFile } });

/** The columns of a file cannot be read. */
export const unreadableColumns = (text: Localized): AppError =>
  coreErrors.ERR_VALIDATION({ text, fields: { file: text } });

const chooseNumber = t(
  'Escolha a coluna que tem o número',
  'Choose the column that has the number',
  'Elija la columna que tiene el número',
);

/** None of the chosen columns has the number, or a choice is unknown. */
export const invalidColumns = (): AppError =>
  coreErrors.ERR_VALIDATION({ text: chooseNumber, fields: { columns: chooseNumber } });

// Why a whole file cannot be imported; stored on the import, as it is found while the job reads the file.
export const notCsvText = t(
  'O arquivo não é um texto CSV. Salve a planilha como CSV e tente novamente.',
  'The file is no CSV text. Save the sheet as CSV and try again.',
  'El archivo no es un texto CSV. Guarde la planilla como CSV e inténtelo de nuevo.',
);
export const noColumns = t(
  'Nenhuma coluna tem o número. Dê o nome numero a ela na primeira linha, ou escolha-a ao importar.',
  'No column has the number. Name it number in the first line, or choose it when importing.',
  'Ninguna columna tiene el número. Póngale el nombre numero en la primera línea, o elíjala al importar.',
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
