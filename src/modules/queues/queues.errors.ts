import { defineErrors } from '../../core/errors/app-error.js';
import { t } from '../../core/i18n.js';

export const colorTaken = t(
  'Esta cor já está em uso, escolha outra.',
  'This color is already in use, choose another one.',
  'Este color ya está en uso, elija otro.',
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
