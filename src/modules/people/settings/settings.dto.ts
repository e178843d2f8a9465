import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { type Localized, t } from '../../../core/i18n.js';
import { defaultCountry } from '../../../core/phone.js';
import { countryChoices } from '../../../core/resource/country-choices.js';
import { fieldsOf } from '../../../core/resource/field-meta.js';
import { Choice, Int, Multiline, Secret, Switch, Text } from '../../../core/resource/fields.js';

const service = t('Atendimento', 'Service', 'Atención');
const bot = t('Mensagens automáticas', 'Automatic messages', 'Mensajes automáticos');
const privacy = t('Dados e privacidade', 'Data and privacy', 'Datos y privacidad');
const screens = t('Telas', 'Screens', 'Pantallas');
const speech = t('Transcrição de áudios', 'Audio transcription', 'Transcripción de audios');
// stored for integrations that do not exist yet
const gateways = t(
  'Integrações de cobrança (guardadas, ainda sem uso)',
  'Billing integrations (stored, not used yet)',
  'Integraciones de cobro (guardadas, aún sin uso)',
);
const assistant = t('Assistente de IA', 'AI assistant', 'Asistente de IA');
const platform = t('Plataforma', 'Platform', 'Plataforma');

const secret = (group: Localized, label: Localized, address: string | null = null) =>
  ({ group, label, address, level: 'admin', optional: true }) as const;

/**
 * Every setting of a company with its default, in the order of the page at `/settings`. Without a `level` all users
 * read it and managers change it; with one, only users of that level read and change it. All are stored as text.
 */
export class SettingsInput {
  @Switch({
    group: service,
    label: t('Avaliações', 'Ratings', 'Calificaciones'),
    help: t(
      'Ao fim de cada conversa, o cliente recebe um pedido de nota de 1 a 3.',
      'At the end of each conversation the customer is asked for a rating from 1 to 3.',
      'Al final de cada conversación se pide al cliente una nota del 1 al 3.',
    ),
  })
  userRating = 'disabled';

  @Switch({
    group: service,
    label: t(
      'Enviar saudação ao aceitar a conversa',
      'Send a greeting when a conversation is accepted',
      'Enviar un saludo al aceptar la conversación',
    ),
    help: t(
      'O cliente é avisado de quem vai atendê-lo.',
      'The customer is told who will answer.',
      'Se informa al cliente quién lo atenderá.',
    ),
  })
  sendGreetingAccepted = 'disabled';

  @Switch({
    group: service,
    label: t(
      'Avisar o cliente quando a conversa muda de departamento',
      'Tell the customer when the conversation moves to another department',
      'Avisar al cliente cuando la conversación cambia de departamento',
    ),
    help: t(
      'A mensagem diz o nome do novo departamento.',
      'The message names the new department.',
      'El mensaje dice el nombre del nuevo departamento.',
    ),
  })
  sendMsgTransfTicket = 'disabled';

  /** Numbers that people write without a country code are read as they are dialled there. */
  @Choice({
    group: service,
    label: t('País da empresa', 'Country of the company', 'País de la empresa'),
    help: t(
      'Números escritos sem o código do país são lidos como deste país. De outro, escreva com + e o código.',
      'Numbers that are written without a country code are read as those of this country. Write others with + and the code.',
      'Los números escritos sin el código de país se leen como de este país. De otro, escríbalos con + y el código.',
    ),
    values: countryChoices,
  })
  country: string = defaultCountry;

  /** Minutes after the close within which a message of the contact reopens a conversation; 0 always opens a new one. */
  @Int({
    group: service,
    max: 525_600,
    label: t(
      'Reabrir a conversa por (minutos)',
      'Reopen the conversation for (minutes)',
      'Reabrir la conversación por (minutos)',
    ),
    help: t(
      'Se o cliente escrever dentro deste tempo depois de resolvida, a mesma conversa é reaberta. Com 0, uma nova é iniciada sempre.',
      'If the customer writes within this time after it was resolved, the same conversation is reopened. With 0 a new one always starts.',
      'Si el cliente escribe dentro de este tiempo después de resuelta, se reabre la misma conversación. Con 0 siempre se inicia otra.',
    ),
  })
  reopenWindow = '120';

  @Switch({
    group: service,
    label: t('Ignorar mensagens de grupos', 'Ignore group messages', 'Ignorar mensajes de grupos'),
    help: t(
      'O que é escrito em grupos não abre conversas.',
      'What is written in groups opens no conversations.',
      'Lo que se escribe en grupos no abre conversaciones.',
    ),
  })
  CheckMsgIsGroup = 'enabled';

  @Switch({
    group: service,
    label: t('Aceitar chamadas', 'Accept calls', 'Aceptar llamadas'),
    help: t(
      'Quando desligado, quem liga recebe o aviso de que só mensagens são atendidas.',
      'When off, callers are told that only messages are answered.',
      'Si está desactivado, quien llama recibe el aviso de que solo se atienden mensajes.',
    ),
  })
  call = 'disabled';

  @Choice({
    group: bot,
    label: t('Seguir o horário de atendimento', 'Follow working hours', 'Seguir el horario de atención'),
    help: t(
      'Fora dele, o cliente recebe a mensagem fora de expediente. Departamentos: cada um segue o seu. Todos: vale o desta página.',
      'Outside of them the customer gets the out-of-hours message. Departments: each follows its own. All: those of this page apply.',
      'Fuera de él, el cliente recibe el mensaje fuera de horario. Departamentos: cada uno sigue el suyo. Todos: vale el de esta página.',
    ),
    values: [
      { value: 'disabled', label: t('Desativado', 'Disabled', 'Desactivado') },
      { value: 'queue', label: t('Departamentos', 'Departments', 'Departamentos') },
      { value: 'company', label: t('Todos', 'All', 'Todos') },
    ],
  })
  scheduleType = 'disabled';

  @Choice({
    group: bot,
    label: t('Menu do chatbot', 'Chatbot menu', 'Menú del chatbot'),
    help: t(
      'Como o cliente escolhe o departamento: respondendo um número, em uma lista ou com botões.',
      'How customers choose a department: by answering a number, from a list or with buttons.',
      'Cómo elige el cliente el departamento: respondiendo un número, en una lista o con botones.',
    ),
    values: [
      { value: 'text', label: t('Texto', 'Text', 'Texto') },
      { value: 'list', label: t('Lista', 'List', 'Lista') },
      { value: 'button', label: t('Botões', 'Buttons', 'Botones') },
    ],
  })
  chatBotType = 'text';

  @Switch({
    group: bot,
    label: t(
      'Enviar a saudação também quando há um só departamento',
      'Send the greeting even when there is only one department',
      'Enviar el saludo también cuando hay un solo departamento',
    ),
    help: t(
      'Sem isto, a saudação da conexão só é enviada junto com o menu de departamentos.',
      'Otherwise the greeting of the connection is only sent together with the menu of departments.',
      'Sin esto, el saludo de la conexión solo se envía junto con el menú de departamentos.',
    ),
  })
  sendGreetingMessageOneQueues = 'disabled';

  /** Then a person has to answer, and a note says why: two robots must not answer each other for ever. */
  @Int({
    group: bot,
    min: 1,
    max: 200,
    label: t(
      'Respostas automáticas por atendimento',
      'Automatic answers per conversation',
      'Respuestas automáticas por atención',
    ),
    help: t(
      'Depois de tantas sem uma pessoa (menu, assistente, integrações), o robô para e uma nota diz por quê.',
      'After so many without a person (menu, assistant, integrations) the bot stops and a note says why.',
      'Después de tantas sin una persona (menú, asistente, integraciones), el bot se detiene y una nota dice por qué.',
    ),
  })
  botAnswersPerAttendance = '20';

  @Int({
    group: bot,
    min: 1,
    max: 200,
    label: t('Respostas automáticas por hora', 'Automatic answers per hour', 'Respuestas automáticas por hora'),
    help: t(
      'A um mesmo contato, também em vários atendimentos.',
      'To the same contact, also in several conversations.',
      'A un mismo contacto, también en varias atenciones.',
    ),
  })
  botAnswersPerHour = '20';

  /** Minutes before a silent conversation is closed (`expiresTicket` of the connection); 0 sends no reminder. */
  @Int({
    group: bot,
    max: 525_600,
    label: t(
      'Lembrar o cliente antes de encerrar (minutos)',
      'Remind the customer before closing (minutes)',
      'Recordar al cliente antes de cerrar (minutos)',
    ),
    help: t(
      'Quando o cliente não responde, o lembrete é enviado este tempo antes do encerramento por inatividade da conexão. Com 0, nenhum é enviado.',
      'When a customer does not answer, the reminder is sent so long before the connection closes the conversation for inactivity. With 0 none is sent.',
      'Cuando el cliente no responde, el recordatorio se envía este tiempo antes de que la conexión cierre la conversación por inactividad. Con 0 no se envía ninguno.',
    ),
  })
  inactivityReminderMinutes = '0';

  @Multiline({
    group: bot,
    optional: true,
    max: 1000,
    label: t('Texto do lembrete', 'Text of the reminder', 'Texto del recordatorio'),
    help: t(
      'Pode conter {{firstName}}, {{ms}}, {{protocol}} e {{hora}}. Vazio: nenhum lembrete.',
      'May contain {{firstName}}, {{ms}}, {{protocol}} and {{hora}}. Empty: no reminder.',
      'Puede contener {{firstName}}, {{ms}}, {{protocol}} y {{hora}}. Vacío: ningún recordatorio.',
    ),
  })
  inactivityReminderMessage = '';

  /** Months after which texts and files of closed conversations are removed; 0 keeps them forever. */
  @Int({
    group: privacy,
    max: 240,
    label: t(
      'Guardar as conversas por (meses)',
      'Keep conversations for (months)',
      'Guardar las conversaciones por (meses)',
    ),
    help: t(
      'Depois deste tempo, os textos e arquivos das conversas resolvidas são apagados. Com 0, nada é apagado.',
      'After this time the texts and files of resolved conversations are deleted. With 0 nothing is deleted.',
      'Después de este tiempo se borran los textos y archivos de las conversaciones resueltas. Con 0 no se borra nada.',
    ),
  })
  retentionMonths = '0';

  /** The rules for passwords of its users; `strong` uses those of the password reset by e-mail. */
  @Choice({
    group: privacy,
    label: t('Senhas dos usuários', 'Passwords of users', 'Contraseñas de los usuarios'),
    help: t(
      'Vale para senhas definidas a partir de agora',
      'Holds for passwords that are set from now on',
      'Vale para las contraseñas definidas a partir de ahora',
    ),
    values: [
      { value: 'default', label: t('Pelo menos 5 caracteres', 'At least 5 characters', 'Al menos 5 caracteres') },
      {
        value: 'strong',
        label: t(
          'Pelo menos 8, com maiúscula, minúscula e número',
          'At least 8, with upper-case, lower-case and number',
          'Al menos 8, con mayúscula, minúscula y número',
        ),
      },
    ],
  })
  passwordPolicy = 'default';

  /** A sign-in ends the user's other sessions (spec 002 §4, ADR 9). */
  @Switch({
    group: privacy,
    label: t('Uma sessão por usuário', 'One session per user', 'Una sesión por usuario'),
    help: t(
      'Quem entra em outro computador sai do anterior. Desligado, a mesma pessoa pode ficar em vários.',
      'Who signs in on another computer leaves the one before. When off, a person may stay on several.',
      'Quien entra en otro equipo sale del anterior. Desactivado, la misma persona puede quedarse en varios.',
    ),
  })
  singleSession = 'enabled';

  @Switch({
    group: privacy,
    label: t('Exigir verificação em duas etapas', 'Require two-step verification', 'Exigir verificación en dos pasos'),
    help: t(
      'Quem ainda não tem configura o aplicativo autenticador na próxima vez que entrar.',
      'Those without one set up their authenticator app the next time they sign in.',
      'Quien aún no la tiene configura la aplicación de autenticación la próxima vez que entre.',
    ),
  })
  twoFactorRequired = 'disabled';

  /** Words separated by commas: a contact who sends only one of them is opted out of campaigns; empty disables this. */
  @Text({
    group: privacy,
    optional: true,
    pattern: /^\S(.{0,298}\S)?$/u,
    max: 300,
    label: t(
      'Palavras para não receber campanhas',
      'Words to opt out of campaigns',
      'Palabras para no recibir campañas',
    ),
    help: t(
      'Separadas por vírgulas. Quem responder só com uma delas (também com emojis ou “por favor”) deixa de receber campanhas; numa frase com outras palavras ela não conta. “Voltar” desfaz. Vazio: desligado.',
      'Separated by commas. Customers who answer with just one of them (emoji and “please” included) get no more campaigns; in a sentence with other words it does not count. “Voltar” undoes it. Empty: off.',
      'Separadas por comas. Quien responda solo con una de ellas (también con emojis o “por favor”) deja de recibir campañas; en una frase con otras palabras no cuenta. “Voltar” lo deshace. Vacío: desactivado.',
    ),
  })
  optOutWord =
    'sair, parar, cancelar, descadastrar, stop, unsubscribe, baja, não quero mais receber, no quiero recibir más';

  /** Whether the side menu is open when a user opens the app for the first time. */
  @Choice({
    group: screens,
    label: t('Menu lateral ao abrir', 'Side menu when opening', 'Menú lateral al abrir'),
    help: t(
      'Em janelas estreitas ele sempre começa recolhido.',
      'In narrow windows it always starts collapsed.',
      'En ventanas estrechas siempre empieza contraído.',
    ),
    values: [
      { value: 'open', label: t('Aberto', 'Open', 'Abierto') },
      { value: 'closed', label: t('Recolhido', 'Collapsed', 'Contraído') },
    ],
  })
  sideMenu = 'open';

  /** Shows preview cards of linked pages below messages. */
  @Switch({
    group: screens,
    label: t('Mostrar prévia de links', 'Show link previews', 'Mostrar vista previa de enlaces'),
    help: t(
      'O título e a imagem da página aparecem abaixo da mensagem.',
      'The title and the picture of the page appear below the message.',
      'El título y la imagen de la página aparecen debajo del mensaje.',
    ),
  })
  linkPreviews = 'enabled';

  /** Base URL of a service with OpenAI's API, including the version, like https://api.openai.com/v1; empty for none. */
  @Text({
    group: speech,
    level: 'admin',
    optional: true,
    pattern: /^https?:\/\/[^\s@]+$/,
    max: 500,
    label: t('Endereço do serviço', 'Service address', 'Dirección del servicio'),
    help: t(
      'Da OpenAI ou de um serviço compatível, como https://api.openai.com/v1. Vazio: sem transcrição. Outro servidor pede a chave de novo.',
      'Of OpenAI or a compatible service, like https://api.openai.com/v1. Empty: no transcription. Another server asks for the key again.',
      'De OpenAI o de un servicio compatible, como https://api.openai.com/v1. Vacío: sin transcripción. Otro servidor pide la clave de nuevo.',
    ),
  })
  @ValidateBy({ name: 'url', validator: { validate: (value) => URL.canParse(String(value)) } })
  transcriptionUrl = '';

  @Text({
    group: speech,
    level: 'admin',
    pattern: /^[\w./:-]+$/,
    max: 100,
    label: t('Modelo', 'Model', 'Modelo'),
    help: t(
      'O nome que o serviço dá a ele, como whisper-1.',
      'The name the service gives it, like whisper-1.',
      'El nombre que le da el servicio, como whisper-1.',
    ),
  })
  transcriptionModel = 'whisper-1';

  /** An ISO 639-1 code; if empty, the service detects the language. */
  @Text({
    group: speech,
    level: 'admin',
    optional: true,
    pattern: /^[a-z]{2}$/,
    max: 2,
    label: t('Idioma dos áudios', 'Language of the audio', 'Idioma de los audios'),
    help: t(
      'Duas letras, como pt. Vazio: o serviço descobre sozinho.',
      'Two letters, like pt. Empty: the service detects it.',
      'Dos letras, como pt. Vacío: el servicio lo detecta.',
    ),
  })
  transcriptionLanguage = 'pt';

  @Secret(secret(speech, t('Chave de acesso', 'Access key', 'Clave de acceso'), 'transcriptionUrl'))
  transcriptionKey = '';

  /** Tokens that prompts may use in a month of the company's calendar; 0 means no limit. */
  @Int({
    group: assistant,
    level: 'admin',
    feature: 'useAiActive',
    label: t('Tokens por mês', 'Tokens a month', 'Tokens por mes'),
    help: t(
      'Depois deles o assistente não responde mais até o mês seguinte. Com 0, sem limite.',
      'After them the assistant answers no more until the next month. With 0 there is no limit.',
      'Después de ellos el asistente no responde más hasta el mes siguiente. Con 0, sin límite.',
    ),
  })
  assistantTokens = '0';

  @Secret(secret(gateways, t('Endereço do IXC', 'IXC address', 'Dirección de IXC')))
  ipixc = '';

  @Secret(secret(gateways, t('Token do IXC', 'IXC token', 'Token de IXC'), 'ipixc'))
  tokenixc = '';

  @Secret(secret(gateways, t('Endereço do MK-AUTH', 'MK-AUTH address', 'Dirección de MK-AUTH')))
  ipmkauth = '';

  @Secret(secret(gateways, t('Client ID do MK-AUTH', 'MK-AUTH client ID', 'Client ID de MK-AUTH'), 'ipmkauth'))
  clientidmkauth = '';

  @Secret(
    secret(gateways, t('Client Secret do MK-AUTH', 'MK-AUTH client secret', 'Client Secret de MK-AUTH'), 'ipmkauth'),
  )
  clientsecretmkauth = '';

  @Secret(secret(gateways, t('Token do Asaas', 'Asaas token', 'Token de Asaas')))
  asaas = '';

  /** Whether visitors may sign up; one value for the whole platform. */
  @Switch({
    group: platform,
    level: 'super',
    label: t(
      'Permitir que visitantes criem empresas',
      'Let visitors create companies',
      'Permitir que visitantes creen empresas',
    ),
  })
  userCreation = 'enabled';
}

export type SettingKey = keyof SettingsInput;

/** The form field of each setting, by its key. */
export const settingFields = new Map(fieldsOf(SettingsInput).map((field) => [field.name, field]));
export const settingKeys = [...settingFields.keys()] as SettingKey[];
export const initialSettings: Readonly<Record<SettingKey, string>> = new SettingsInput();
/** Settings whose rows are created with a new company (behaviour.md §8). */
export const seededSettings: readonly SettingKey[] = [
  'userRating',
  'scheduleType',
  'call',
  'CheckMsgIsGroup',
  'sendGreetingAccepted',
  'sendMsgTransfTicket',
  'sendGreetingMessageOneQueues',
  'chatBotType',
];

/** The new value of one setting. */
export class SettingInput {
  @Text({ label: t('Valor', 'Value', 'Valor'), max: 4096, default: '' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value))
  value!: string;
}
