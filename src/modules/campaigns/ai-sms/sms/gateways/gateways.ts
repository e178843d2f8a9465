import type { OutboundHttp } from '../../../../../core/http/outbound-http.js';
import type { SmsGatewayName } from '../sms-gateway.entity.js';
import { type GatewayVocabulary, HttpSmsGateway } from './http-gateway.js';
import type { SmsGatewayDriver } from './sms-gateway.js';

const vocabularies: Readonly<Record<SmsGatewayName, GatewayVocabulary>> = {
  SendSms: {
    actions: { send: 'sendsms', balance: 'saldo', report: 'relatorio' },
    parameters: { to: 'numero', text: 'msg', campaign: 'campanha' },
    delivered: /^(entregue|confirmado|recebido)/,
    undelivered: /^(n[aã]o entregue|erro|inv[aá]lido|rejeitado|expirado)/,
  },
  BullkSms: {
    actions: { send: 'send', balance: 'balance', report: 'report' },
    parameters: { to: 'number', text: 'message', campaign: 'reference' },
    delivered: /^(delivered|received)/,
    undelivered: /^(undelivered|failed|rejected|expired)/,
  },
};

export const driverOf = (name: SmsGatewayName, http: OutboundHttp): SmsGatewayDriver =>
  new HttpSmsGateway(http, vocabularies[name]);
