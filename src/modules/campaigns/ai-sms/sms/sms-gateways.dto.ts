import { ValidateBy } from 'class-validator';
import { t } from '../../../../core/i18n.js';
import { Choice, Secret, Text } from '../../../../core/resource/fields.js';
import { type SmsGatewayName, smsGatewayNames } from './sms-gateway.entity.js';

export class SmsGatewayInput {
  @Choice({
    label: t('Serviço', 'Service', 'Servicio'),
    values: smsGatewayNames.map((value) => ({ value, label: t(value, value, value) })),
  })
  name!: SmsGatewayName;

  @Text({
    label: t('Endereço do serviço', 'Address of the service', 'Dirección del servicio'),
    help: t(
      'Sem parâmetros. Outro servidor pede o token de novo.',
      'Without parameters. Another server asks for the token again.',
      'Sin parámetros. Otro servidor pide el token de nuevo.',
    ),
    max: 2048,
    pattern: /^https?:\/\/[^\s@?#]+$/,
  })
  @ValidateBy({ name: 'url', validator: { validate: (value) => URL.canParse(String(value || 'https://a')) } })
  url!: string;

  @Text({ label: t('Login', 'Login', 'Usuario'), max: 100 })
  login!: string;

  @Secret({ label: t('Token', 'Token', 'Token'), address: 'url', max: 500, optional: true })
  token?: string | null;
}
