import { defineErrors, errorCode } from '../../../core/errors/app-error.js';
import { t } from '../../../core/i18n.js';

export const maxOptions = 100;
/** A list message of WhatsApp has at most ten rows. */
export const maxOptionsPerLevel = 10;
export const maxOptionLevels = 5;

export const queueOptionErrors = defineErrors({
  ERR_QUEUE_OPTIONS_LIMIT: errorCode(
    409,
    `Um departamento tem no máximo ${maxOptions} opções.`,
    `A department has at most ${maxOptions} options.`,
    `Un departamento tiene como máximo ${maxOptions} opciones.`,
  ),
  ERR_QUEUE_OPTIONS_LEVEL: errorCode(
    409,
    `Cada menu tem no máximo ${maxOptionsPerLevel} opções.`,
    `Each menu has at most ${maxOptionsPerLevel} options.`,
    `Cada menú tiene como máximo ${maxOptionsPerLevel} opciones.`,
  ),
  ERR_QUEUE_OPTIONS_DEPTH: errorCode(
    409,
    `O menu tem no máximo ${maxOptionLevels} níveis.`,
    `The menu has at most ${maxOptionLevels} levels.`,
    `El menú tiene como máximo ${maxOptionLevels} niveles.`,
  ),
});

export const belowItself = t(
  'Uma opção não pode ficar abaixo de si mesma',
  'An option cannot be below itself',
  'Una opción no puede estar debajo de sí misma',
);

export const otherDepartment = t(
  'Uma opção não muda de departamento',
  'An option stays in its department',
  'Una opción no cambia de departamento',
);
