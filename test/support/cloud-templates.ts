import { bodyOf } from './client.js';
import type { CloudCompany } from './cloud-company.js';
import type { SimulatedTemplate } from './graph-simulator/templates.js';

/** Parameters in header, body and buttons. */
export const reminder = {
  name: 'lembrete_consulta',
  language: 'pt_BR',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Consulta de {{1}}', example: { header_text: ['Rui'] } },
    {
      type: 'BODY',
      text: 'Olá {{1}}, sua consulta é dia {{2}}. Até lá, {{1}}!',
      example: { body_text: [['Rui', '12/05']] },
    },
    { type: 'FOOTER', text: 'Clínica Boa Vista' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Confirmar' },
        { type: 'URL', text: 'Remarcar', url: 'https://clinica.test/r/{{1}}', example: ['https://clinica.test/r/9'] },
        { type: 'COPY_CODE', example: 'VALE10' },
      ],
    },
  ],
};
/** With named parameters. */
export const named = {
  name: 'pedido_enviado',
  language: 'pt_BR',
  parameter_format: 'NAMED' as const,
  components: [
    {
      type: 'BODY',
      text: 'Pedido {{numero}} saiu, {{cliente}}.',
      example: { body_text_named_params: [{ param_name: 'numero', example: '77' }] },
    },
  ],
};
/** With a file as its header. */
export const picture = {
  name: 'promocao',
  language: 'en_US',
  category: 'MARKETING',
  components: [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://x.test/h'] } },
    { type: 'BODY', text: 'Only today' },
  ],
};
/** Of a kind that cannot be sent from here. */
export const productCards = {
  name: 'catalogo',
  language: 'pt_BR',
  components: [
    { type: 'BODY', text: 'Veja' },
    { type: 'CAROUSEL', cards: [{ components: [{ type: 'HEADER', format: 'PRODUCT' }] }] },
  ],
};

const card = (text: string, examples: string[], path: string) => ({
  components: [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://x.test/h'] } },
    { type: 'BODY', text, example: { body_text: [examples] } },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Quero este' },
        { type: 'URL', text: 'Ver', url: `https://loja.test/${path}/{{1}}`, example: [`https://loja.test/${path}/9`] },
      ],
    },
  ],
});
/** With two cards. */
export const carousel = {
  name: 'carrossel',
  language: 'pt_BR',
  category: 'MARKETING',
  components: [
    { type: 'BODY', text: 'Olá {{1}}, veja as ofertas', example: { body_text: [['Rui']] } },
    { type: 'CAROUSEL', cards: [card('Café por {{1}}', ['R$ 20'], 'cafe'), card('Chá por {{1}}', ['R$ 10'], 'cha')] },
  ],
};
/** {@link carousel} with all its parameters. */
export const filledCarousel = {
  name: carousel.name,
  language: 'pt_BR',
  params: {
    body: ['Ana'],
    cards: [
      { body: ['R$ 18'], buttons: { 1: 'c1' } },
      { body: ['R$ 9'], buttons: { 1: 'c2' } },
    ],
  },
};

/** {@link reminder} with all its parameters. */
export const filled = {
  name: reminder.name,
  language: 'pt_BR',
  params: { header: ['Ana'], body: ['Ana', '20/08'], buttons: { 1: 'abc-1', 2: 'VALE10' } },
};

/** The account has these templates, and the company has copied them. */
export async function withTemplates(company: CloudCompany, ...templates: readonly SimulatedTemplate[]): Promise<void> {
  for (const template of templates) company.graph.addTemplate(template);
  bodyOf(await company.w.admin.post(`/whatsapp/${company.connection.id}/templates/sync`), 202);
  await company.settled();
}
