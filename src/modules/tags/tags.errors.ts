import { defineErrors } from '../../core/errors/app-error.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { mapConstraintError } from '../../core/errors/database-errors.js';
import { t } from '../../core/i18n.js';

export const tagErrors = defineErrors({
  ERR_NO_TAG_FOUND: {
    status: 404,
    text: t(
      'Nenhuma tag encontrada com este ID.',
      'No tag found with this ID.',
      'No se encontró una etiqueta con este ID.',
    ),
  },
});

const taken = t(
  'Já existe uma tag com este nome',
  'There is already a tag with this name',
  'Ya existe una etiqueta con este nombre',
);

mapConstraintError('tags_company_id_name_unique', () =>
  coreErrors.ERR_CONFLICT({ text: taken, fields: { name: taken } }),
);
