import { defineErrors } from '../../core/errors/app-error.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { mapConstraintError } from '../../core/errors/database-errors.js';
import { t } from '../../core/i18n.js';

const colorTaken = t(
  'Esta cor já está em uso, escolha outra.',
  'This color is already in use, choose another one.',
  'Este color ya está en uso, elija otro.',
);
const nameTaken = t(
  'Já existe um departamento com este nome',
  'There is already a department with this name',
  'Ya existe un departamento con este nombre',
);

export const queueErrors = defineErrors({
  ERR_NO_QUEUE_FOUND: {
    status: 404,
    text: t(
      'Nenhum departamento encontrado com este ID.',
      'No department found with this ID.',
      'No se encontró un departamento con este ID.',
    ),
  },
  ERR_QUEUE_COLOR_ALREADY_EXISTS: { status: 409, wellKnown: true, text: colorTaken },
});

mapConstraintError('queues_company_id_color_unique', () =>
  queueErrors.ERR_QUEUE_COLOR_ALREADY_EXISTS({ fields: { color: colorTaken } }),
);
mapConstraintError('queues_company_id_name_unique', () =>
  coreErrors.ERR_CONFLICT({ text: nameTaken, fields: { name: nameTaken } }),
);
