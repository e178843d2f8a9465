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
          'Ao resolver, pergunta ao cliente o que achou do atendimento',
          'When a conversation is resolved, asks the customer how it was',
          'Al resolver, pregunta al cliente qué le pareció la atención',
        ),
      ),
      toggle(
        'sendGreetingAccepted',
        t(
          'Enviar saudação ao aceitar a conversa',
          'Send a greeting when a conversation is accepted',
          'Enviar un saludo al aceptar la conversación',
        ),
      ),
      toggle(
        'sendMsgTransfTicket',
        t(
          'Avisar o cliente quando a conversa muda de departamento',
          'Tell the customer when the conversation changes its department',
          'Avisar al cliente cuando la conversación cambia de departamento',
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
          'Até então uma nova mensagem do cliente continua a última conversa; 0 sempre inicia outra',
          'Until then a new message of the customer goes on with the last conversation; 0 always starts another',
          'Hasta entonces un nuevo mensaje del cliente continúa la última conversación; 0 siempre inicia otra',
        ),
      },
      toggle(
        'CheckMsgIsGroup',
        t('Ignorar mensagens de grupos', 'Ignore messages of groups', 'Ignorar mensajes de grupos'),
      ),
      toggle(
        'call',
        t('Aceitar chamadas', 'Accept calls', 'Aceptar llamadas'),
        t(
          'Desligado, o cliente é avisado de que só mensagens são atendidas',
          'When off, customers are told that only messages are answered',
          'Desactivado, se avisa al cliente que solo se atienden mensajes',
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
        label: t('Horário de atendimento', 'Working hours', 'Horario de atención'),
        options: [
          { value: 'disabled', label: t('Desativado', 'Disabled', 'Desactivado') },
          { value: 'queue', label: t('Departamentos', 'Departments', 'Departamentos') },
          { value: 'company', label: t('Todos', 'All', 'Todos') },
        ],
      },
      {
        key: 'chatBotType',
        widget: 'choice',
        label: t('Menu do chatbot', 'Menu of the chatbot', 'Menú del chatbot'),
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
          'Send the greeting also when there is only one department',
          'Enviar el saludo también cuando hay un solo departamento',
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
          'Depois disso os textos e arquivos das conversas resolvidas são apagados; 0 guarda para sempre',
          'After that, texts and files of resolved conversations are removed; 0 keeps them for ever',
          'Después se borran los textos y archivos de las conversaciones resueltas; 0 los guarda para siempre',
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
          'Word to receive no campaigns',
          'Palabra para no recibir campañas',
        ),
        help: t(
          'O cliente que escreve só isto não recebe mais campanhas; vazio desliga',
          'A customer who writes just this receives no more campaigns; empty turns it off',
          'El cliente que escribe solo esto no recibe más campañas; vacío lo desactiva',
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
        label: t('Menu lateral ao abrir', 'Side menu at the start', 'Menú lateral al abrir'),
        options: [
          { value: 'open', label: t('Aberto', 'Open', 'Abierto') },
          { value: 'closed', label: t('Recolhido', 'Collapsed', 'Contraído') },
        ],
      },
      toggle('linkPreviews', t('Mostrar prévia de links', 'Show previews of links', 'Mostrar vista previa de enlaces')),
    ],
  },
  {
    name: 'speech',
    label: t('Transcrição de áudios', 'Transcription of audio', 'Transcripción de audios'),
    fields: [
      {
        key: 'transcriptionUrl',
        widget: 'text',
        max: 500,
        label: t('Endereço do serviço', 'Address of the service', 'Dirección del servicio'),
        help: t(
          'Compatível com a OpenAI, com a versão: https://api.openai.com/v1; vazio desliga',
          'Compatible with OpenAI, with its version: https://api.openai.com/v1; empty turns it off',
          'Compatible con OpenAI, con su versión: https://api.openai.com/v1; vacío lo desactiva',
        ),
      },
      { key: 'transcriptionModel', widget: 'text', max: 100, label: t('Modelo', 'Model', 'Modelo') },
      {
        key: 'transcriptionLanguage',
        widget: 'text',
        max: 2,
        label: t('Idioma dos áudios', 'Language of the audio', 'Idioma de los audios'),
        help: t(
          'Duas letras, como pt; vazio deixa o serviço descobrir',
          'Two letters, like pt; empty lets the service find out',
          'Dos letras, como pt; vacío deja que el servicio lo descubra',
        ),
      },
      secret('transcriptionKey', t('Chave de acesso', 'Access key', 'Clave de acceso')),
    ],
  },
  {
    name: 'gateways',
    label: t('Integrações de cobrança', 'Billing integrations', 'Integraciones de cobro'),
    fields: [
      secret('ipixc', t('Endereço do IXC', 'Address of IXC', 'Dirección de IXC')),
      secret('tokenixc', t('Token do IXC', 'Token of IXC', 'Token de IXC')),
      secret('ipmkauth', t('Endereço do MK-AUTH', 'Address of MK-AUTH', 'Dirección de MK-AUTH')),
      secret('clientidmkauth', t('Client ID do MK-AUTH', 'Client ID of MK-AUTH', 'Client ID de MK-AUTH')),
      secret(
        'clientsecretmkauth',
        t('Client Secret do MK-AUTH', 'Client secret of MK-AUTH', 'Client Secret de MK-AUTH'),
      ),
      secret('asaas', t('Token do Asaas', 'Token of Asaas', 'Token de Asaas')),
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
          'Let visitors open companies',
          'Permitir que visitantes creen empresas',
        ),
      ),
    ],
  },
];

/** How a setting is asked for, by its key. */
export const settingField = (key: string): SettingField | undefined =>
  settingGroups.flatMap(({ fields }) => fields).find((field) => field.key === key);
