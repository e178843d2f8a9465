import { defineErrors } from '../../../core/errors/app-error.js';
import { t } from '../../../core/i18n.js';

export const colorTaken = t(
  'Esta cor já está em uso, escolha outra.',
  'This color is already in use, choose another one.',
  'Este color ya está en uso, elija otro.',
);

export const queueErrors = defineErrors({
  ERR_QUEUE_COLOR_ALREADY_EXISTS: { status: 409, wellKnown: true, text: colorTaken },
});
