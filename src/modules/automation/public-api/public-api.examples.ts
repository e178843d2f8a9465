/** Requests and answers of the public API, for the OpenAPI document. */
const number = '5511988887777';

export const sendExamples = {
  text: { summary: 'A text', value: { number, body: 'Seu pedido saiu para entrega.' } },
  assigned: {
    summary: 'To a department, and the conversation is closed',
    value: { number, name: 'Ana Lima', body: 'Pagamento recebido, obrigado!', queueId: 3, closeTicket: true },
  },
  template: {
    summary: 'A template, the only message outside of the 24-hour window',
    value: {
      number,
      template: { name: 'pedido_enviado', language: 'pt_BR', params: { body: { numero: '77', cliente: 'Ana' } } },
    },
  },
};

export const sentExample = { id: 4711, status: 'queued', ticketId: 305, messages: [{ id: 4711, status: 'queued' }] };

export const messageExample = {
  id: 4711,
  ticketId: 305,
  number,
  status: 'delivered',
  ack: 2,
  errorCode: null,
  errorText: null,
  createdAt: '2026-01-05T14:03:11.204Z',
};

export const contactExample = {
  number,
  name: 'Ana Lima',
  email: 'ana@cliente.com.br',
  extraInfo: [{ name: 'Cidade', value: 'Curitiba' }],
};
