import { t } from '../../../core/i18n.js';
import { Choice, Int, Multiline, Secret, Text } from '../../../core/resource/fields.js';
import { integrationTypeLabels, integrationTypes } from './crud/integration-types.js';

const of = (...types: readonly string[]) => ({ field: 'type', is: types });
const menuBot = { when: of('typebot') };
const flow = t('Fluxo', 'Flow', 'Flujo');
const words = t('Palavras e mensagens', 'Keywords and messages', 'Palabras y mensajes');

export class QueueIntegrationInput {
  @Choice({
    label: t('Tipo', 'Type', 'Tipo'),
    values: integrationTypes.map((value) => ({
      value,
      label: integrationTypeLabels[value],
      ...(value === 'dialogflow' ? { offered: false } : {}),
    })),
  })
  type!: (typeof integrationTypes)[number];

  @Text({ label: t('Nome', 'Name', 'Nombre'), min: 2, max: 50 })
  name!: string;

  @Choice({
    label: t('Idioma', 'Language', 'Idioma'),
    default: 'pt-BR',
    values: [
      { value: 'pt-BR', label: t('Português', 'Portuguese', 'Portugués') },
      { value: 'en', label: t('Inglês', 'English', 'Inglés') },
      { value: 'es', label: t('Espanhol', 'Spanish', 'Español') },
    ],
  })
  language!: string;

  @Text({
    label: t('Nome do projeto', 'Project name', 'Nombre del proyecto'),
    when: of('dialogflow'),
    help: t(
      'O Dialogflow é legado: fica guardado, mas não responde conversas.',
      'Dialogflow is legacy: it is kept, but answers no conversations.',
      'Dialogflow es heredado: se conserva, pero no responde conversaciones.',
    ),
    default: '',
  })
  projectName!: string;

  @Secret({
    address: null,
    label: t('Credenciais (JSON)', 'Credentials (JSON)', 'Credenciales (JSON)'),
    when: of('dialogflow'),
    optional: true,
    max: 16_000,
  })
  jsonContent!: string | null;

  @Text({
    label: t('Endereço (URL)', 'Address (URL)', 'Dirección (URL)'),
    when: { ...of('n8n', 'webhook', 'typebot'), required: true },
    help: t(
      'Plugin Avançado: o endereço do webhook no n8n, que recebe cada mensagem por POST, assinada. Menu Bot: o servidor do Typebot, como https://typebot.io',
      'Advanced plugin: the address of the webhook in n8n, which receives each message by POST, signed. Menu bot: the server of Typebot, as https://typebot.io',
      'Plugin avanzado: la dirección del webhook en n8n, que recibe cada mensaje por POST, firmado. Menú bot: el servidor de Typebot, como https://typebot.io',
    ),
    max: 2048,
    default: '',
  })
  urlN8N!: string;

  @Int({
    label: t('Esperar a resposta (segundos)', 'Wait for the answer (seconds)', 'Esperar la respuesta (segundos)'),
    when: of('n8n', 'webhook'),
    help: t(
      'Depois desse tempo o menu segue. A resposta que demora vale, se ninguém escreveu antes.',
      'After that the menu goes on. A slow answer counts if nobody has written before it.',
      'Después sigue el menú. La respuesta que tarda vale si nadie escribió antes.',
    ),
    min: 5,
    max: 120,
    default: 120,
  })
  answerSeconds!: number;

  @Text({
    label: t('Identificador público do fluxo', 'Public id of the flow', 'Identificador público del flujo'),
    when: { ...of('typebot'), required: true },
    group: flow,
    max: 100,
    pattern: /^[\w-]*$/,
    default: '',
  })
  typebotSlug!: string;

  @Int({
    ...menuBot,
    group: flow,
    label: t(
      'Recomeçar após (minutos sem resposta)',
      'Begin anew after (minutes without a reply)',
      'Reiniciar tras (minutos sin respuesta)',
    ),
    help: t('0: nunca', '0: never', '0: nunca'),
    default: 1,
    max: 525_600,
  })
  typebotExpires!: number;

  @Int({
    ...menuBot,
    group: flow,
    label: t('Intervalo entre mensagens (ms)', 'Interval between messages (ms)', 'Intervalo entre mensajes (ms)'),
    default: 1000,
    max: 30_000,
  })
  typebotDelayMessage!: number;

  @Text({
    ...menuBot,
    group: words,
    label: t('Palavra para sair', 'Word to leave', 'Palabra para salir'),
    max: 50,
    default: '',
  })
  typebotKeywordFinish!: string;

  @Text({
    ...menuBot,
    group: words,
    label: t('Palavra para recomeçar', 'Word to begin anew', 'Palabra para reiniciar'),
    max: 50,
    default: '',
  })
  typebotKeywordRestart!: string;

  @Multiline({
    ...menuBot,
    group: words,
    label: t('Mensagem ao recomeçar', 'Message when it begins anew', 'Mensaje al reiniciar'),
    default: '',
  })
  typebotRestartMessage!: string;

  @Multiline({
    ...menuBot,
    group: words,
    label: t('Mensagem quando não entende', 'Message when it does not understand', 'Mensaje cuando no entiende'),
    default: '',
  })
  typebotUnknownMessage!: string;
}

/** Existing clients send the form of a dialogflow integration; other tests name the stored integration. */
export class TestSessionInput {
  @Int({ label: t('Integração', 'Integration', 'Integración'), optional: true, min: 1, max: Number.MAX_SAFE_INTEGER })
  id?: number | null;

  @Text({ label: t('Nome do projeto', 'Project name', 'Nombre del proyecto'), optional: true })
  projectName?: string | null;

  @Multiline({
    label: t('Credenciais (JSON)', 'Credentials (JSON)', 'Credenciales (JSON)'),
    optional: true,
    max: 16_000,
  })
  jsonContent?: string | null;

  @Text({ label: t('Idioma', 'Language', 'Idioma'), optional: true, max: 10 })
  language?: string | null;
}
