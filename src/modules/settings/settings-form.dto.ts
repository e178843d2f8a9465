import { type Localized, t } from '../../core/i18n.js';
import type { SettingKey } from './settings.catalogue.js';

interface Option {
  readonly value: string;
  readonly label: Localized;
}

/** How a setting is asked for. */
export interface SettingField {
  readonly key: SettingKey;
  readonly widget: 'toggle' | 'choice' | 'number' | 'text' | 'secret';
  readonly label: Localized;
  readonly help?: Localized;
  readonly options?: readonly Option[];
  readonly max?: number;
}

interface SettingGroup {
  readonly name: string;
  readonly label: Localized;
  readonly fields: readonly SettingField[];
}

const toggle = (key: SettingKey, label: Localized, help?: Localized): SettingField => ({
  key,
  widget: 'toggle',
  label,
  ...(help ? { help } : {}),
});
const secret = (key: SettingKey, label: Localized, help?: Localized): SettingField => ({
  ...toggle(key, label, help),
  widget: 'secret',
});

/** The page of settings, in its order; every key of the catalogue is asked for in one place. */
export const settingGroups: readonly SettingGroup[] = [
  {
    name: 'service',
    label: t('Atendimento', 'Service', 'Atención'),
    fields: [
      toggle(
        'userRating',
        t('Avaliações', 'Ratings', 'Calificaciones'),
        t(
          'Ao fim de cada conversa, o cliente recebe um pedido de nota de 1 a 3.',
          'At the end of each conversation the customer is asked for a rating from 1 to 3.',
          'Al final de cada conversación se pide al cliente una nota del 1 al 3.',
        ),
      ),
      toggle(
        'sendGreetingAccepted',
        t(
          'Enviar saudação ao aceitar a conversa',
          'Send a greeting when a conversation is accepted',
          'Enviar un saludo al aceptar la conversación',
        ),
        t(
          'O cliente é avisado de quem vai atendê-lo.',
          'The customer is told who will answer.',
          'Se informa al cliente quién lo atenderá.',
        ),
      ),
      toggle(
        'sendMsgTransfTicket',
        t(
          'Avisar o cliente quando a conversa muda de departamento',
          'Tell the customer when the conversation moves to another department',
          'Avisar al cliente cuando la conversación cambia de departamento',
        ),
        t(
          'A mensagem diz o nome do novo departamento.',
          'The message names the new department.',
          'El mensaje dice el nombre del nuevo departamento.',
        ),
      ),
      {
        key: 'reopenWindow',
        widget: 'number',
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
      },
      toggle(
        'CheckMsgIsGroup',
        t('Ignorar mensagens de grupos', 'Ignore group messages', 'Ignorar mensajes de grupos'),
        t(
          'O que é escrito em grupos não abre conversas.',
          'What is written in groups opens no conversations.',
          'Lo que se escribe en grupos no abre conversaciones.',
        ),
      ),
      toggle(
        'call',
        t('Aceitar chamadas', 'Accept calls', 'Aceptar llamadas'),
        t(
          'Quando desligado, quem liga recebe o aviso de que só mensagens são atendidas.',
          'When off, callers are told that only messages are answered.',
          'Si está desactivado, quien llama recibe el aviso de que solo se atienden mensajes.',
        ),
      ),
    ],
  },
  {
    name: 'bot',
    label: t('Mensagens automáticas', 'Automatic messages', 'Mensajes automáticos'),
    fields: [
      {
        key: 'scheduleType',
        widget: 'choice',
        label: t('Seguir o horário de atendimento', 'Follow working hours', 'Seguir el horario de atención'),
        help: t(
          'Fora dele, o cliente recebe a mensagem fora de expediente. Departamentos: cada um segue o seu. Todos: vale o desta página.',
          'Outside of them the customer gets the out-of-hours message. Departments: each follows its own. All: those of this page apply.',
          'Fuera de él, el cliente recibe el mensaje fuera de horario. Departamentos: cada uno sigue el suyo. Todos: vale el de esta página.',
        ),
        options: [
          { value: 'disabled', label: t('Desativado', 'Disabled', 'Desactivado') },
          { value: 'queue', label: t('Departamentos', 'Departments', 'Departamentos') },
          { value: 'company', label: t('Todos', 'All', 'Todos') },
        ],
      },
      {
        key: 'chatBotType',
        widget: 'choice',
        label: t('Menu do chatbot', 'Chatbot menu', 'Menú del chatbot'),
        help: t(
          'Como o cliente escolhe o departamento: respondendo um número, em uma lista ou com botões.',
          'How customers choose a department: by answering a number, from a list or with buttons.',
          'Cómo elige el cliente el departamento: respondiendo un número, en una lista o con botones.',
        ),
        options: [
          { value: 'text', label: t('Texto', 'Text', 'Texto') },
          { value: 'list', label: t('Lista', 'List', 'Lista') },
          { value: 'button', label: t('Botões', 'Buttons', 'Botones') },
        ],
      },
      toggle(
        'sendGreetingMessageOneQueues',
        t(
          'Enviar a saudação também quando há um só departamento',
          'Send the greeting even when there is only one department',
          'Enviar el saludo también cuando hay un solo departamento',
        ),
        t(
          'Sem isto, a saudação da conexão só é enviada junto com o menu de departamentos.',
          'Otherwise the greeting of the connection is only sent together with the menu of departments.',
          'Sin esto, el saludo de la conexión solo se envía junto con el menú de departamentos.',
        ),
      ),
    ],
  },
  {
    name: 'privacy',
    label: t('Dados e privacidade', 'Data and privacy', 'Datos y privacidad'),
    fields: [
      {
        key: 'retentionMonths',
        widget: 'number',
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
      },
      {
        key: 'passwordPolicy',
        widget: 'choice',
        label: t('Senhas dos usuários', 'Passwords of users', 'Contraseñas de los usuarios'),
        help: t(
          'Vale para senhas definidas a partir de agora',
          'Holds for passwords that are set from now on',
          'Vale para las contraseñas definidas a partir de ahora',
        ),
        options: [
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
      },
      {
        key: 'optOutWord',
        widget: 'text',
        max: 30,
        label: t(
          'Palavra para não receber campanhas',
          'Word to opt out of campaigns',
          'Palabra para no recibir campañas',
        ),
        help: t(
          'Quem responder só com esta palavra deixa de receber campanhas. Vazio: desligado.',
          'Customers who answer with just this word get no more campaigns. Empty: off.',
          'Quien responda solo con esta palabra deja de recibir campañas. Vacío: desactivado.',
        ),
      },
    ],
  },
  {
    name: 'screens',
    label: t('Telas', 'Screens', 'Pantallas'),
    fields: [
      {
        key: 'sideMenu',
        widget: 'choice',
        label: t('Menu lateral ao abrir', 'Side menu when opening', 'Menú lateral al abrir'),
        help: t(
          'Em janelas estreitas ele sempre começa recolhido.',
          'In narrow windows it always starts collapsed.',
          'En ventanas estrechas siempre empieza contraído.',
        ),
        options: [
          { value: 'open', label: t('Aberto', 'Open', 'Abierto') },
          { value: 'closed', label: t('Recolhido', 'Collapsed', 'Contraído') },
        ],
      },
      toggle(
        'linkPreviews',
        t('Mostrar prévia de links', 'Show link previews', 'Mostrar vista previa de enlaces'),
        t(
          'O título e a imagem da página aparecem abaixo da mensagem.',
          'The title and the picture of the page appear below the message.',
          'El título y la imagen de la página aparecen debajo del mensaje.',
        ),
      ),
    ],
  },
  {
    name: 'speech',
    label: t('Transcrição de áudios', 'Audio transcription', 'Transcripción de audios'),
    fields: [
      {
        key: 'transcriptionUrl',
        widget: 'text',
        max: 500,
        label: t('Endereço do serviço', 'Service address', 'Dirección del servicio'),
        help: t(
          'Da OpenAI ou de um serviço compatível, como https://api.openai.com/v1. Vazio: sem transcrição.',
          'Of OpenAI or a compatible service, like https://api.openai.com/v1. Empty: no transcription.',
          'De OpenAI o de un servicio compatible, como https://api.openai.com/v1. Vacío: sin transcripción.',
        ),
      },
      {
        key: 'transcriptionModel',
        widget: 'text',
        max: 100,
        label: t('Modelo', 'Model', 'Modelo'),
        help: t(
          'O nome que o serviço dá a ele, como whisper-1.',
          'The name the service gives it, like whisper-1.',
          'El nombre que le da el servicio, como whisper-1.',
        ),
      },
      {
        key: 'transcriptionLanguage',
        widget: 'text',
        max: 2,
        label: t('Idioma dos áudios', 'Language of the audio', 'Idioma de los audios'),
        help: t(
          'Duas letras, como pt. Vazio: o serviço descobre sozinho.',
          'Two letters, like pt. Empty: the service detects it.',
          'Dos letras, como pt. Vacío: el servicio lo detecta.',
        ),
      },
      secret('transcriptionKey', t('Chave de acesso', 'Access key', 'Clave de acceso')),
    ],
  },
  {
    name: 'gateways',
    label: t('Integrações de cobrança', 'Billing integrations', 'Integraciones de cobro'),
    fields: [
      secret('ipixc', t('Endereço do IXC', 'IXC address', 'Dirección de IXC')),
      secret('tokenixc', t('Token do IXC', 'IXC token', 'Token de IXC')),
      secret('ipmkauth', t('Endereço do MK-AUTH', 'MK-AUTH address', 'Dirección de MK-AUTH')),
      secret('clientidmkauth', t('Client ID do MK-AUTH', 'MK-AUTH client ID', 'Client ID de MK-AUTH')),
      secret('clientsecretmkauth', t('Client Secret do MK-AUTH', 'MK-AUTH client secret', 'Client Secret de MK-AUTH')),
      secret('asaas', t('Token do Asaas', 'Asaas token', 'Token de Asaas')),
    ],
  },
  {
    name: 'platform',
    label: t('Plataforma', 'Platform', 'Plataforma'),
    fields: [
      toggle(
        'userCreation',
        t(
          'Permitir que visitantes criem empresas',
          'Let visitors create companies',
          'Permitir que visitantes creen empresas',
        ),
      ),
    ],
  },
];

/** How a setting is asked for, by its key. */
export const settingField = (key: string): SettingField | undefined =>
  settingGroups.flatMap(({ fields }) => fields).find((field) => field.key === key);
