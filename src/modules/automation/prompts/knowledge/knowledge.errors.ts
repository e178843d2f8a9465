import { defineErrors, errorCode } from '../../../../core/errors/app-error.js';
import { t } from '../../../../core/i18n.js';

export const maxSources = 100;
export const maxFileMegabytes = 10;
export const maxPages = 300;

export const knowledgeErrors = defineErrors({
  ERR_KNOWLEDGE_LIMIT: errorCode(
    409,
    `Um prompt tem no máximo ${maxSources} fontes.`,
    `A prompt has at most ${maxSources} sources.`,
    `Un prompt tiene como máximo ${maxSources} fuentes.`,
  ),
});

export const noFile = t('Anexe um arquivo', 'Attach a file', 'Adjunte un archivo');
export const wrongFile = t(
  'Use um arquivo PDF, DOCX, MD, TXT ou CSV',
  'Use a PDF, DOCX, MD, TXT or CSV file',
  'Use un archivo PDF, DOCX, MD, TXT o CSV',
);
export const largeFile = t(
  `No máximo ${maxFileMegabytes} MB`,
  `At most ${maxFileMegabytes} MB`,
  `Como máximo ${maxFileMegabytes} MB`,
);

/** Reasons why a source could not be read. */
export const readFailures = {
  unreadable: t(
    'O arquivo está danificado, protegido por senha ou é grande demais.',
    'The file is broken, protected by a password or too large.',
    'El archivo está dañado, protegido con contraseña o es demasiado grande.',
  ),
  empty: t(
    'Nenhum texto foi encontrado. Um documento digitalizado precisa de reconhecimento de texto antes.',
    'No text was found. A scanned document needs text recognition first.',
    'No se encontró texto. Un documento escaneado necesita antes reconocimiento de texto.',
  ),
  noFile: t('O arquivo ainda não foi enviado.', 'The file was not uploaded yet.', 'El archivo aún no se envió.'),
  page: t(
    'A página não pôde ser lida. Ela deve ser pública e ter texto.',
    'The page cannot be read. It must be public and have text.',
    'No se pudo leer la página. Debe ser pública y tener texto.',
  ),
};
