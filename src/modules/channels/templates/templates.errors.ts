import { defineErrors, errorCode } from '../../../core/errors/app-error.js';

export const templateErrors = defineErrors({
  ERR_NO_TEMPLATE_FOUND: errorCode(
    404,
    'Nenhum modelo de mensagem encontrado com este nome e idioma.',
    'No message template found with this name and language.',
    'No se encontró una plantilla de mensaje con este nombre e idioma.',
  ),
  ERR_TEMPLATE_NOT_APPROVED: errorCode(
    422,
    'Este modelo de mensagem não está aprovado para envio.',
    'This message template is not approved for sending.',
    'Esta plantilla de mensaje no está aprobada para el envío.',
  ),
  ERR_TEMPLATE_UNSUPPORTED: errorCode(
    422,
    'Este modelo tem partes que não podem ser preenchidas aqui (catálogo, fluxo ou oferta). Um carrossel só é enviado na conversa.',
    'This template has parts that cannot be filled here (catalogue, flow or offer). A carousel is only sent in a conversation.',
    'Esta plantilla tiene partes que no se pueden completar aquí (catálogo, flujo u oferta). Un carrusel solo se envía en la conversación.',
  ),
});
