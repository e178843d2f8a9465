import { defineErrors, errorCode } from '../../../core/errors/app-error.js';

export const maxTokens = 50;

export const serviceTokenErrors = defineErrors({
  ERR_SERVICE_TOKENS_LIMIT: errorCode(
    409,
    `A empresa já tem ${maxTokens} tokens de serviço. Exclua um para criar outro.`,
    `The company already has ${maxTokens} service tokens. Delete one to create another.`,
    `La empresa ya tiene ${maxTokens} tokens de servicio. Elimine uno para crear otro.`,
  ),
});
