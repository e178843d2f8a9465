import { type Localized, t } from '../../../../core/i18n.js';

/** Texts for managers about why an endpoint gave no answer. */
export const endpointFailures = {
  ceiling: t(
    'O limite de tokens de IA deste mês foi atingido.',
    "This month's limit of AI tokens is reached.",
    'Se alcanzó el límite de tokens de IA de este mes.',
  ),
  key: t(
    'O serviço recusou a chave de acesso.',
    'The service refused the key.',
    'El servicio rechazó la clave de acceso.',
  ),
  busy: t(
    'O serviço recebe pedidos demais ou a conta não tem saldo (429).',
    'The service gets too many requests or the account has no credit (429).',
    'El servicio recibe demasiadas solicitudes o la cuenta no tiene saldo (429).',
  ),
  refused: (status: number) =>
    t(
      `O serviço recusou o pedido (${status}).`,
      `The service refused the request (${status}).`,
      `El servicio rechazó la solicitud (${status}).`,
    ),
  forbidden: t(
    'O endereço do serviço não é público.',
    'The address of the service is not public.',
    'La dirección del servicio no es pública.',
  ),
  unreachable: t(
    'O serviço não pôde ser acessado.',
    'The service cannot be reached.',
    'No se pudo acceder al servicio.',
  ),
  timeout: t(
    'O serviço demorou mais de 30 segundos.',
    'The service took more than 30 seconds.',
    'El servicio tardó más de 30 segundos.',
  ),
  cut: t(
    'A resposta do serviço foi interrompida.',
    'The answer of the service broke off.',
    'La respuesta del servicio se interrumpió.',
  ),
  broken: t(
    'O serviço não completou a resposta.',
    'The service did not complete the answer.',
    'El servicio no completó la respuesta.',
  ),
  unexpected: t(
    'A resposta do serviço não pôde ser lida.',
    'The answer of the service cannot be read.',
    'No se pudo leer la respuesta del servicio.',
  ),
  noText: t(
    'O modelo não escreveu uma resposta.',
    'The model wrote no answer.',
    'El modelo no escribió una respuesta.',
  ),
  revealing: t(
    'A resposta repetia as instruções do prompt e não foi enviada.',
    'The answer repeated the instructions of the prompt and was not sent.',
    'La respuesta repetía las instrucciones del prompt y no se envió.',
  ),
};

const maxWords = 300;

/** The reason followed by the endpoint's own words. */
export function inItsWords(reason: Localized, words: string): Localized {
  const said = words.replace(/\s+/g, ' ').trim().slice(0, maxWords).toWellFormed();
  if (said === '') return reason;
  const after = (text: string): string => `${text.replace(/\.$/, '')}: ${said}`;
  return { pt: after(reason.pt), en: after(reason.en), es: after(reason.es) };
}
