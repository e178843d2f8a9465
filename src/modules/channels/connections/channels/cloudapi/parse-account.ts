import { type Localized, t } from '../../../../../core/i18n.js';
import { asAddress, asIdentifier, asNumber, asObject, asObjects, asText, type Json } from '../graph/json-readers.js';

/**
 * What Meta reports about a business account, or about one of its numbers. `disconnect`: nothing can be sent any more;
 * `pause`: nothing can be sent until then; `warn`: managers should know; `check`: the number is read again.
 */
export interface AccountReport {
  readonly businessAccountId: string;
  /** null for all numbers of the account. */
  readonly number: string | null;
  readonly effect: 'disconnect' | 'pause' | 'warn' | 'check';
  readonly code: string;
  readonly text: Localized;
  /** Milliseconds since the epoch. */
  readonly until: number | null;
}

type Verdict = Pick<AccountReport, 'effect' | 'text'> & { readonly until?: number | null };

const check: Verdict = { effect: 'check', text: t('', '', '') };
const disconnect = (pt: string, en: string, es: string): Verdict => ({ effect: 'disconnect', text: t(pt, en, es) });
const warn = (pt: string, en: string, es: string): Verdict => ({ effect: 'warn', text: t(pt, en, es) });

const day = (millis: number): string => new Date(millis).toISOString().slice(0, 10);

function disabled(value: Json): Verdict {
  const ban = asObject(value['ban_info']);
  const date = asText(ban?.['waba_ban_date'])?.slice(0, 40);
  const at = date === undefined ? '' : ` (${date})`;
  switch (asText(ban?.['waba_ban_state'])) {
    case 'REINSTATE':
      return warn(
        'A Meta reativou a conta do WhatsApp Business. Teste a conexão para voltar a enviar.',
        'Meta has reinstated the WhatsApp Business account. Test the connection to send again.',
        'Meta reactivó la cuenta de WhatsApp Business. Pruebe la conexión para volver a enviar.',
      );
    case 'SCHEDULE_FOR_DISABLE':
      return warn(
        `A Meta vai desativar a conta do WhatsApp Business${at}. Peça uma revisão no Gerenciador do WhatsApp.`,
        `Meta will disable the WhatsApp Business account${at}. Request a review in WhatsApp Manager.`,
        `Meta desactivará la cuenta de WhatsApp Business${at}. Pida una revisión en el Administrador de WhatsApp.`,
      );
    default:
      return disconnect(
        `A Meta desativou a conta do WhatsApp Business${at}. Peça uma revisão no Gerenciador do WhatsApp.`,
        `Meta has disabled the WhatsApp Business account${at}. Request a review in WhatsApp Manager.`,
        `Meta desactivó la cuenta de WhatsApp Business${at}. Pida una revisión en el Administrador de WhatsApp.`,
      );
  }
}

const restrictions: Readonly<Record<string, Localized>> = {
  RESTRICTED_BIZ_INITIATED_MESSAGING: t('iniciar conversas', 'starting conversations', 'iniciar conversaciones'),
  RESTRICTED_CUSTOMER_INITIATED_MESSAGING: t('responder a clientes', 'answering customers', 'responder a clientes'),
  RESTRICTED_ADD_PHONE_NUMBER_ACTION: t('adicionar números', 'adding numbers', 'agregar números'),
};

function restricted(value: Json): Verdict {
  const found = asObjects(value['restriction_info']).filter((item) => item !== null);
  const types = found.map((item) => asText(item['restriction_type']) ?? '');
  const ends = found.map((item) => momentOf(item['expiration'])).filter((moment) => moment !== null);
  const until = ends.length > 0 ? Math.max(...ends) : null;
  const words = (locale: keyof Localized): string =>
    types
      .map((type) => (Object.hasOwn(restrictions, type) ? restrictions[type]?.[locale] : type.slice(0, 60)))
      .filter(Boolean)
      .join(', ');
  const [pt, en, es] =
    until === null ? ['', '', ''] : [` até ${day(until)}`, ` until ${day(until)}`, ` hasta ${day(until)}`];
  const text = t(
    `A Meta restringiu a conta do WhatsApp Business${pt}: ${words('pt') || 'veja o Gerenciador do WhatsApp'}`,
    `Meta has restricted the WhatsApp Business account${en}: ${words('en') || 'see WhatsApp Manager'}`,
    `Meta restringió la cuenta de WhatsApp Business${es}: ${words('es') || 'vea el Administrador de WhatsApp'}`,
  );
  const stopsAnswers = types.includes('RESTRICTED_CUSTOMER_INITIATED_MESSAGING');
  return { effect: stopsAnswers && until !== null ? 'pause' : 'warn', text, until };
}

/** A time in seconds, or a date. */
function momentOf(value: unknown): number | null {
  const seconds = asNumber(value);
  const millis = seconds === null ? Date.parse(asText(value) ?? '') : seconds * 1000;
  return Number.isFinite(millis) && millis > 0 && millis < 4_102_444_800_000 ? millis : null;
}

const accountEvents: Readonly<Record<string, (value: Json) => Verdict>> = {
  DISABLED_UPDATE: disabled,
  ACCOUNT_RESTRICTION: restricted,
  ACCOUNT_VIOLATION: (value) => {
    const type = asText(asObject(value['violation_info'])?.['violation_type'])?.slice(0, 60) ?? '?';
    return warn(
      `A Meta apontou uma violação das políticas do WhatsApp: ${type}. Veja o Gerenciador do WhatsApp.`,
      `Meta reports a violation of WhatsApp's policies: ${type}. See WhatsApp Manager.`,
      `Meta señaló una infracción de las políticas de WhatsApp: ${type}. Vea el Administrador de WhatsApp.`,
    );
  },
  ACCOUNT_DELETED: () =>
    disconnect(
      'A conta do WhatsApp Business foi excluída na Meta.',
      'The WhatsApp Business account was deleted at Meta.',
      'La cuenta de WhatsApp Business fue eliminada en Meta.',
    ),
  PARTNER_REMOVED: () =>
    disconnect(
      'A conta do WhatsApp Business deixou de ser compartilhada com este aplicativo.',
      'The WhatsApp Business account is no longer shared with this app.',
      'La cuenta de WhatsApp Business dejó de compartirse con esta aplicación.',
    ),
  ACCOUNT_OFFBOARDED: () =>
    disconnect(
      'O número foi desligado da API no aplicativo WhatsApp Business do celular.',
      'The number was disconnected from the API in the WhatsApp Business app.',
      'El número fue desconectado de la API en la aplicación WhatsApp Business.',
    ),
  // calls tell whether it was this app
  PARTNER_APP_UNINSTALLED: () => check,
  ACCOUNT_RECONNECTED: () => check,
};

const securityEvents: Readonly<Record<string, Verdict>> = {
  PIN_CHANGED: warn(
    'O PIN da verificação em duas etapas do número foi alterado na Meta.',
    "The PIN of the number's two-step verification was changed at Meta.",
    'El PIN de la verificación en dos pasos del número se cambió en Meta.',
  ),
  PIN_RESET_REQUEST: warn(
    'Alguém pediu para desativar a verificação em duas etapas do número na Meta. Se não foi a empresa, recuse no e-mail da Meta.',
    "Somebody asked Meta to turn off the number's two-step verification. If it was not your company, refuse it in Meta's email.",
    'Alguien pidió desactivar la verificación en dos pasos del número en Meta. Si no fue la empresa, rechácelo en el correo de Meta.',
  ),
  PIN_RESET_SUCCESS: warn(
    'A verificação em duas etapas do número foi desativada na Meta.',
    "The number's two-step verification was turned off at Meta.",
    'La verificación en dos pasos del número se desactivó en Meta.',
  ),
};

/** Meta's explanation, where it sends one. */
function alerted(value: Json): Verdict | null {
  const info = asObject(value['alert_info']) ?? value;
  const description = asText(info['alert_description'])?.slice(0, 500);
  const severity = asText(info['alert_severity']);
  return description === undefined || severity === 'INFORMATIONAL'
    ? null
    : warn(`Aviso da Meta: ${description}`, `Notice of Meta: ${description}`, `Aviso de Meta: ${description}`);
}

const readers: Readonly<Record<string, (value: Json, event: string) => Verdict | null>> = {
  account_update: (value, event) =>
    Object.hasOwn(accountEvents, event) ? (accountEvents[event]?.(value) ?? null) : null,
  // the reference has both spellings
  security: (_, event) => {
    const name = event === 'PIN_REQUEST_SUCCESS' ? 'PIN_RESET_SUCCESS' : event;
    return Object.hasOwn(securityEvents, name) ? (securityEvents[name] ?? null) : null;
  },
  account_alerts: alerted,
  account_review_update: (value) => {
    const decision = asText(value['decision'])?.slice(0, 40);
    return decision === 'REJECTED'
      ? warn(
          'A Meta recusou a conta do WhatsApp Business na revisão.',
          'Meta rejected the WhatsApp Business account in its review.',
          'Meta rechazó la cuenta de WhatsApp Business en la revisión.',
        )
      : check;
  },
  business_capability_update: () => check,
  phone_number_quality_update: () => check,
  phone_number_name_update: () => check,
};

export const isAccountReport = (field: unknown): field is string =>
  typeof field === 'string' && Object.hasOwn(readers, field);

/** Reads a change of a field that {@link isAccountReport} knows; null for what changes nothing here. */
export function parseAccountReport(entryId: unknown, field: string, content: unknown): AccountReport | null {
  const value = asObject(content);
  // reports about partners name the account, their entry the partner
  const businessAccountId = asIdentifier(asObject(value?.['waba_info'])?.['waba_id']) ?? asIdentifier(entryId);
  if (!value || businessAccountId === null) return null;
  const event = asText(value['event']) ?? '';
  const verdict = readers[field]?.(value, event);
  if (!verdict) return null;
  const number = asAddress(value['display_phone_number']) ?? asAddress(value['phone_number']);
  const code = (event || field).toLowerCase().slice(0, 60);
  return { businessAccountId, number, code, ...verdict, until: verdict.until ?? null };
}
