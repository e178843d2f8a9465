import { t } from '../../../../../core/i18n.js';
import type { ConnectionCheck, ProviderFailure } from '../channel.js';
import { refusalOfFailure, repeatable } from '../graph/errors.js';
import { asAddress, asObject, asObjects, asText } from '../graph/json-readers.js';
import { notRegistered, unknownNumber } from './error-table.js';
import { refusalOfAnswer } from './errors.js';

const fields = ['display_phone_number', 'verified_name', 'quality_rating', 'platform_type', 'throughput'];

const limitField = 'whatsapp_business_manager_messaging_limit';

/** Messages per second of a number with throughput HIGH. */
const highThroughput = 1_000;

const accountNotVisible: ProviderFailure = {
  code: 'waba_unseen',
  text: t(
    'O token não vê a conta do WhatsApp Business informada. Confira o ID da conta e a permissão whatsapp_business_management.',
    'The token does not see the WhatsApp Business account given. Check the account ID and the permission whatsapp_business_management.',
    'El token no ve la cuenta de WhatsApp Business indicada. Compruebe el ID de la cuenta y el permiso whatsapp_business_management.',
  ),
};

const noAppSubscribed: ProviderFailure = {
  code: 'not_subscribed',
  text: t(
    'Nenhum aplicativo está inscrito na conta do WhatsApp Business: as mensagens dos clientes não chegarão.',
    'No app is subscribed to the WhatsApp Business account: what customers write will not arrive.',
    'Ninguna aplicación está suscrita a la cuenta de WhatsApp Business: los mensajes de los clientes no llegarán.',
  ),
};

type Get = (path: string) => Promise<{ status: number; body: unknown }>;

/** Whether the token has access to the number, and whether an app receives its messages. */
export async function checkNumber(
  phoneNumberId: string,
  businessAccountId: string | null,
  get: Get,
): Promise<ConnectionCheck> {
  try {
    const { status, body } = await get(`${encodeURIComponent(phoneNumberId)}?fields=${fields.join(',')}`);
    const found = asObject(body);
    if (status !== 200 || found === null) return repeatable(refusalOfAnswer(status, body));
    const number = asAddress(found['display_phone_number']);
    // an object of another type has this id
    if (number === null) return { ok: false, code: '100', kind: unknownNumber.kind, text: unknownNumber.text };
    const platform = asText(found['platform_type']);
    if (platform !== null && platform !== 'CLOUD_API')
      return { ok: false, code: '133010', kind: notRegistered.kind, text: notRegistered.text };
    const high = asText(asObject(found['throughput'])?.['level']) === 'HIGH';
    const facts = {
      number,
      name: asText(found['verified_name']),
      quality: asText(found['quality_rating']),
      messagesPerSecond: high ? highThroughput : null,
      messagingLimit: await messagingLimit(phoneNumberId, get),
    };
    return { ok: true, facts, problem: businessAccountId ? await subscription(businessAccountId, get) : null };
  } catch (error) {
    return refusalOfFailure(error, 'preparing');
  }
}

/** A separate request: Meta renamed the field in 2025, and an unknown field makes a whole request fail. */
async function messagingLimit(phoneNumberId: string, get: Get): Promise<string | null> {
  const { status, body } = await get(`${encodeURIComponent(phoneNumberId)}?fields=${limitField}`);
  return status === 200 ? asText(asObject(body)?.[limitField]) : null;
}

async function subscription(businessAccountId: string, get: Get): Promise<ProviderFailure | null> {
  const { status, body } = await get(`${encodeURIComponent(businessAccountId)}/subscribed_apps`);
  if (status >= 500) return refusalOfAnswer(503, body);
  if (status !== 200) return accountNotVisible;
  return asObjects(asObject(body)?.['data']).length === 0 ? noAppSubscribed : null;
}
