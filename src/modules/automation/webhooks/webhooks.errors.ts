import { defineErrors, errorCode } from '../../../core/errors/app-error.js';
import { invalidField } from '../../../core/errors/core-errors.js';

export const maxEndpoints = 20;

export const webhookErrors = defineErrors({
  ERR_WEBHOOK_ENDPOINTS_LIMIT: errorCode(
    409,
    `A empresa já tem ${maxEndpoints} webhooks. Exclua um para adicionar outro.`,
    `The company already has ${maxEndpoints} webhooks. Delete one to add another.`,
    `La empresa ya tiene ${maxEndpoints} webhooks. Elimine uno para añadir otro.`,
  ),
  ERR_NO_WEBHOOK_DELIVERY_FOUND: errorCode(
    404,
    'Nenhuma entrega encontrada com este ID.',
    'No delivery found with this ID.',
    'No se encontró una entrega con este ID.',
  ),
  ERR_WEBHOOK_INACTIVE: errorCode(
    409,
    'Ative o webhook antes de enviar por ele.',
    'Activate the webhook before you send through it.',
    'Active el webhook antes de enviar por él.',
  ),
});

export const invalidUrl = invalidField('url', 'Endereço inválido', 'Invalid address', 'Dirección inválida');
