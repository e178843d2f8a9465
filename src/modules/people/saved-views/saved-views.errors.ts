import { defineErrors, errorCode } from '../../../core/errors/app-error.js';
import { t } from '../../../core/i18n.js';

export const maxSavedViews = 30;

export const savedViewErrors = defineErrors({
  ERR_NO_SAVED_VIEW_FOUND: errorCode(
    404,
    'Visão salva não encontrada.',
    'Saved view not found.',
    'Vista guardada no encontrada.',
  ),
  ERR_SAVED_VIEWS_LIMIT: errorCode(
    409,
    `Você já tem ${maxSavedViews} visões salvas. Exclua uma para salvar outra.`,
    `You already have ${maxSavedViews} saved views. Delete one to save another.`,
    `Ya tiene ${maxSavedViews} vistas guardadas. Elimine una para guardar otra.`,
  ),
});

export const nameTaken = t(
  'Já existe uma visão com este nome',
  'There is already a view with this name',
  'Ya existe una vista con este nombre',
);
