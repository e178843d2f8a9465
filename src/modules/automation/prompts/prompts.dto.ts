import { ValidateBy } from 'class-validator';
import { t } from '../../../core/i18n.js';
import { Decimal, Int, Money, Multiline, Reference, Secret, Text } from '../../../core/resource/fields.js';

const instructions = t('Instruções', 'Instructions', 'Instrucciones');
const endpoint = t('Modelo', 'Model', 'Modelo');
const costs = t('Custo', 'Cost', 'Costo');
const priceHelp = t(
  'Como o serviço cobra, para somar o custo em Plano e uso',
  'As the service charges it, to add up the cost in Plan and usage',
  'Como lo cobra el servicio, para sumar el costo en Plan y uso',
);

export class PromptInput {
  @Text({ group: instructions, label: t('Nome', 'Name', 'Nombre'), min: 2, max: 100 })
  name!: string;

  @Multiline({
    group: instructions,
    label: t('Prompt', 'Prompt', 'Prompt'),
    max: 20_000,
    help: t(
      'Quem o assistente é, o que responde e quando transfere a conversa.',
      'Who the assistant is, what it answers and when it transfers the conversation.',
      'Quién es el asistente, qué responde y cuándo transfiere la conversación.',
    ),
  })
  prompt!: string;

  @Reference({
    group: instructions,
    label: t('Departamento', 'Department', 'Departamento'),
    help: t(
      'Recebe as conversas que o assistente transfere.',
      'Gets the conversations that the assistant transfers.',
      'Recibe las conversaciones que el asistente transfiere.',
    ),
    resource: 'queue',
    optional: true,
  })
  queueId!: number | null;

  @Text({
    group: endpoint,
    label: t('Endereço do serviço', 'Address of the service', 'Dirección del servicio'),
    help: t(
      'Da OpenAI ou de um serviço compatível, até a versão. Outro servidor pede a chave de novo.',
      'Of OpenAI or a compatible service, up to the version. Another server asks for the key again.',
      'De OpenAI o de un servicio compatible, hasta la versión. Otro servidor pide la clave de nuevo.',
    ),
    max: 2048,
    pattern: /^https?:\/\/[^\s@#]+$/,
    default: 'https://api.openai.com/v1',
  })
  @ValidateBy({ name: 'url', validator: { validate: (value) => URL.canParse(String(value || 'https://a')) } })
  url!: string;

  @Text({
    group: endpoint,
    label: t('Modelo', 'Model', 'Modelo'),
    pattern: /^[\w./:@-]+$/,
    max: 100,
    default: 'gpt-4o-mini',
  })
  model!: string;

  @Secret({
    group: endpoint,
    label: t('Chave de acesso', 'Access key', 'Clave de acceso'),
    address: 'url',
    max: 500,
    optional: true,
  })
  apiKey?: string | null;

  @Int({
    group: endpoint,
    label: t('Máximo de tokens da resposta', 'Tokens of an answer at most', 'Máximo de tokens de la respuesta'),
    min: 1,
    max: 8000,
    default: 500,
  })
  maxTokens!: number;

  @Decimal({
    group: endpoint,
    label: t('Temperatura', 'Temperature', 'Temperatura'),
    help: t(
      '0 responde sempre do mesmo modo, 2 varia mais.',
      '0 answers the same way every time, 2 varies most.',
      '0 responde siempre igual, 2 varía más.',
    ),
    max: 2,
    default: 0.3,
  })
  temperature!: number;

  @Int({
    group: endpoint,
    label: t(
      'Mensagens da conversa que ele lê',
      'Messages of the conversation it reads',
      'Mensajes de la conversación que lee',
    ),
    min: 1,
    max: 50,
    default: 10,
  })
  maxMessages!: number;

  @Money({
    group: costs,
    label: t('Milhão de tokens lidos', 'Million tokens read', 'Millón de tokens leídos'),
    help: priceHelp,
    default: 0,
  })
  inputPrice!: number;

  @Money({
    group: costs,
    label: t('Milhão de tokens escritos', 'Million tokens written', 'Millón de tokens escritos'),
    default: 0,
  })
  outputPrice!: number;
}
