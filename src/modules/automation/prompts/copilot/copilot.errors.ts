import { defineErrors, errorCode } from '../../../../core/errors/app-error.js';

export const copilotErrors = defineErrors({
  ERR_NO_PROMPT: errorCode(
    409,
    'Cadastre um prompt para usar o assistente.',
    'Add a prompt to use the assistant.',
    'Registre un prompt para usar el asistente.',
  ),
  ERR_ASSISTANT_CEILING: errorCode(
    409,
    'O limite de tokens de IA deste mês foi atingido.',
    "This month's limit of AI tokens is reached.",
    'Se alcanzó el límite de tokens de IA de este mes.',
  ),
  ERR_ASSISTANT_FAILED: errorCode(
    502,
    'O assistente não respondeu.',
    'The assistant did not answer.',
    'El asistente no respondió.',
  ),
});
