import { ValidateBy } from 'class-validator';
import { t } from '../../../../core/i18n.js';
import { Choice, Money, Secret, Text } from '../../../../core/resource/fields.js';
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

  @Money({
    label: t('Preço de um SMS', 'Price of an SMS', 'Precio de un SMS'),
    help: t(
      'Mostrado como custo antes de ligar uma campanha. Com 0 só se mostra a quantidade.',
      'Shown as the cost before a campaign is switched on. With 0 only the number is shown.',
      'Se muestra como costo antes de activar una campaña. Con 0 solo se muestra la cantidad.',
    ),
    default: 0,
  })
  price!: number;

  @Secret({ label: t('Token', 'Token', 'Token'), address: 'url', max: 500, optional: true })
  token?: string | null;
}
