import { type Localized, t } from '../../../../../../core/i18n.js';
import { Choice, Text } from '../../../../../../core/resource/fields.js';
import type { ChannelOptions } from '../../channel-driver.js';
import { digits, encryptedFields, fieldOf, secretFields } from '../credential-fields.js';
import { replyHours } from './page-channel.js';

interface PageForm {
  readonly channel: string;
  readonly tab: Localized;
  /** Label of the id by which the webhooks name the account. */
  readonly accountLabel: Localized;
}

/** Declarations that the channels of the Messenger Platform share. */
export const pageOptions = ({ channel, tab, accountLabel }: PageForm) =>
  ({
    name: channel,
    label: tab,
    // new credentials are verified only once a call with them has worked (ADR 9)
    initialStatus: 'OPENING',
    fields: {
      ...secretFields(channel, tab),
      facebookUserId: Text({
        ...fieldOf(channel, tab),
        ...digits,
        label: accountLabel,
        help: t(
          'Deixe vazio para escolher depois que o token for verificado.',
          'Leave empty to choose after the token was checked.',
          'Déjelo vacío para elegir después de verificar el token.',
        ),
      }),
      replyHours: Choice({
        ...fieldOf(channel, tab),
        label: t('Prazo para responder', 'Time for answering', 'Plazo para responder'),
        help: t(
          'Vazio: 24 horas. Os 7 dias exigem a permissão Human Agent da Meta e valem para o que pessoas escrevem.',
          'Empty: 24 hours. The 7 days need the Human Agent permission of Meta and hold for what people write.',
          'Vacío: 24 horas. Los 7 días exigen el permiso Human Agent de Meta y valen para lo que escriben personas.',
        ),
        values: [
          { value: replyHours.standard, label: t('24 horas', '24 hours', '24 horas') },
          { value: replyHours.humanAgent, label: t('7 dias', '7 days', '7 días') },
        ],
      }),
    },
    encrypted: encryptedFields,
    columns: { facebookUserId: 'accountId', replyHours: 'replyHours' },
    generatedField: 'metaToken',
    checkedFields: ['facebookUserToken', 'facebookUserId'],
  }) satisfies Partial<ChannelOptions>;
