type Kind = 'number' | 'string' | 'boolean' | 'bit' | 'time' | 'url';

/**
 * What a client reads of a value. A name that ends in `?` may be null; `[shape]` is a list, `[shape, 'some']` one with at
 * least one row; further members are allowed, as clients ignore them.
 */
export type Shape = Kind | readonly [Shape, 'some'?] | { readonly [name: string]: Shape };

const kinds: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  bit: (value) => value === 0 || value === 1,
  time: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value),
  url: (value) => typeof value === 'string' && URL.canParse(value),
};

/** Where the value is not of the shape, as `tickets.0.userId: missing`. */
export function mismatches(shape: Shape, value: unknown, at = 'answer'): string[] {
  if (typeof shape === 'string') return kinds[shape](value) ? [] : [`${at}: ${brief(value)} is no ${shape}`];
  if (isList(shape)) {
    const [row, some] = shape;
    if (!Array.isArray(value)) return [`${at}: ${brief(value)} is no list`];
    if (some && value.length === 0) return [`${at}: empty`];
    return value.flatMap((each, index) => mismatches(row, each, `${at}.${index}`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${at}: ${brief(value)} is no object`];
  return Object.entries(shape).flatMap(([name, member]) => {
    const key = name.replace(/\?$/, '');
    if (!(key in value)) return [`${at}.${key}: missing`];
    const found = (value as Record<string, unknown>)[key];
    return found === null && key !== name ? [] : mismatches(member, found, `${at}.${key}`);
  });
}

const isList = (shape: Shape): shape is readonly [Shape, 'some'?] => Array.isArray(shape);
const brief = (value: unknown): string => String(JSON.stringify(value)).slice(0, 80);

/** A page of a list in the envelope of the specification. */
export const page = (name: string, row: Shape): Shape => ({
  [name]: [row, 'some'],
  hasMore: 'boolean',
  count: 'number',
});

const named = { id: 'number', name: 'string' } as const satisfies Shape;
const queue = { ...named, color: 'string' } as const satisfies Shape;
const hours = [{ weekday: 'string', weekdayEn: 'string', startTime: 'string', endTime: 'string' }, 'some'] as const;
const media = { 'mediaPath?': 'url', 'mediaName?': 'string' } as const satisfies Shape;
const flags = {
  useCampaigns: 'boolean',
  useSchedules: 'boolean',
  useInternalChat: 'boolean',
  useExternalApi: 'boolean',
  useKanban: 'boolean',
  useIntegrations: 'boolean',
  useAiActive: 'boolean',
  useSms: 'boolean',
  useLeads: 'boolean',
  useOpenAi: 'boolean',
} as const satisfies Shape;
const contact = { ...named, number: 'string', email: 'string', 'profilePicUrl?': 'url', isGroup: 'boolean' } as const;
const tag = { ...queue, kanban: 'bit' } as const satisfies Shape;
const userRow = {
  ...named,
  email: 'string',
  profile: 'string',
  super: 'boolean',
  companyId: 'number',
  queues: [{ ...queue, UserQueue: { queueId: 'number' } }],
  'whatsappId?': 'number',
  allTicket: 'string',
} as const satisfies Shape;
const connection = {
  ...named,
  'number?': 'string',
  status: 'string',
  channel: 'string',
  isDefault: 'boolean',
  queues: [queue],
  queueIds: ['number'],
  updatedAt: 'time',
} as const satisfies Shape;
const chat = {
  id: 'number',
  uuid: 'string',
  title: 'string',
  ownerId: 'number',
  lastMessage: 'string',
  updatedAt: 'time',
  users: [{ userId: 'number', unreads: 'number', user: named }, 'some'],
} as const satisfies Shape;
const serviceCampaign = {
  ...named,
  status: 'bit',
  company_id: 'number',
  connection_id: 'number',
  'atende_token?': 'string',
  'scheduled_at?': 'time',
} as const satisfies Shape;

/** The entities of specs 000 to 002, §3, with the types of their fields. */
export const shapes = {
  named,
  queue,
  contact: { ...contact, uuid: 'string', extraInfo: [{ ...named, value: 'string' }], tags: [queue] },
  user: { ...userRow, company: { ...named, dueDate: 'time' } },
  userRow,
  ticket: {
    id: 'number',
    uuid: 'string',
    code: 'number',
    status: 'string',
    'userId?': 'number',
    'user?': named,
    'queueId?': 'number',
    'queue?': queue,
    whatsappId: 'number',
    whatsapp: named,
    contactId: 'number',
    contact,
    isGroup: 'boolean',
    channel: 'string',
    unreadMessages: 'number',
    lastMessage: 'string',
    tags: [queue],
    useIntegration: 'boolean',
    'promptId?': 'number',
    'integrationId?': 'number',
    updatedAt: 'time',
  },
  message: {
    id: 'number',
    ticketId: 'number',
    body: 'string',
    fromMe: 'boolean',
    read: 'boolean',
    'mediaUrl?': 'url',
    mediaType: 'string',
    'quotedMsg?': {
      id: 'number',
      body: 'string',
      fromMe: 'boolean',
      mediaType: 'string',
      'mediaUrl?': 'url',
      'dataJson?': 'string',
    },
    isDeleted: 'boolean',
    isEdited: 'boolean',
    ack: 'number',
    createdAt: 'time',
    'contact?': { name: 'string', number: 'string' },
    'dataJson?': 'string',
  },
  tag: { ...tag, ticketsCount: 'number' },
  tagOption: tag,
  note: {
    id: 'number',
    note: 'string',
    'user?': named,
    createdAt: 'time',
    ticketId: 'number',
    contactId: 'number',
  },
  quickMessage: { id: 'number', shortcode: 'string', message: 'string', geral: 'boolean', status: 'boolean', ...media },
  schedule: {
    id: 'number',
    body: 'string',
    contactId: 'number',
    contact: named,
    sendAt: 'time',
    'sentAt?': 'time',
    status: 'string',
    'userId?': 'number',
    ...media,
  },
  announcement: {
    id: 'number',
    title: 'string',
    text: 'string',
    priority: 'number',
    status: 'boolean',
    createdAt: 'time',
    ...media,
  },
  help: { id: 'number', title: 'string', description: 'string', video: 'string' },
  fileList: {
    ...named,
    message: 'string',
    'userId?': 'number',
    options: [{ ...named, 'path?': 'string', 'mediaType?': 'string' }],
  },
  connection,
  /** For managers. */
  managedConnection: {
    ...connection,
    token: 'string',
    provider: 'string',
    qrcode: 'string',
    greetingMessage: 'string',
    complationMessage: 'string',
    outOfHoursMessage: 'string',
    ratingMessage: 'string',
    expiresInactiveMessage: 'string',
    expiresTicket: 'number',
    timeUseBotQueues: 'number',
    maxUseBotQueues: 'number',
    timeToTransfer: 'number',
    'transferQueueId?': 'number',
    'promptId?': 'number',
  },
  department: {
    ...queue,
    'greetingMessage?': 'string',
    'outOfHoursMessage?': 'string',
    'orderQueue?': 'number',
    'integrationId?': 'number',
    'promptId?': 'number',
    schedules: hours,
  },
  queueOption: {
    id: 'number',
    title: 'string',
    message: 'string',
    option: 'number',
    queueId: 'number',
    'parentId?': 'number',
    children: [{ id: 'number', title: 'string', children: [{ id: 'number' }] }],
  },
  integration: {
    ...named,
    type: 'string',
    projectName: 'string',
    language: 'string',
    urlN8N: 'string',
    typebotSlug: 'string',
    typebotExpires: 'number',
    typebotDelayMessage: 'number',
    typebotKeywordFinish: 'string',
    typebotKeywordRestart: 'string',
    typebotRestartMessage: 'string',
    typebotUnknownMessage: 'string',
  },
  setting: { key: 'string', value: 'string' },
  flags,
  plan: { ...named, users: 'number', connections: 'number', queues: 'number', value: 'number', ...flags },
  company: {
    ...named,
    'email?': 'string',
    'phone?': 'string',
    planId: 'number',
    plan: { name: 'string', useAiActive: 'boolean', useExternalApi: 'boolean' },
    status: 'boolean',
    'dueDate?': 'time',
    'recurrence?': 'string',
    createdAt: 'time',
    settings: [{ key: 'string', value: 'string' }, 'some'],
  },
  workingHours: { schedules: hours },
  chat,
  chatMessage: {
    id: 'number',
    chatId: 'number',
    'senderId?': 'number',
    'sender?': { name: 'string' },
    message: 'string',
    createdAt: 'time',
  },
  campaign: {
    ...named,
    status: 'string',
    message1: 'string',
    confirmationMessage1: 'string',
    confirmation: 'boolean',
    whatsappId: 'number',
    'contactListId?': 'number',
    'tagListId?': 'number',
    'fileListId?': 'number',
    'scheduledAt?': 'time',
    'completedAt?': 'time',
    'whatsapp?': named,
    'contactList?': named,
    'fileList?': named,
  },
  aiCampaign: { ...serviceCampaign, 'instance_id?': 'number', interval_in_seconds: 'number' },
  smsCampaign: { ...serviceCampaign, 'service_identifier?': 'string', message: 'string' },
  historyFile: { filename: 'string', imported_at: 'time' },
  reportRow: {
    campaign_id: 'number',
    name: 'string',
    phone: 'string',
    time: 'time',
    is_sent: 'bit',
    field_1: 'string',
    field_2: 'string',
    field_3: 'string',
    field_4: 'string',
    field_5: 'string',
  },
  dashboard: {
    counters: {
      supportHappening: 'number',
      supportPending: 'number',
      supportFinished: 'number',
      leads: 'number',
      'averageWaitingTime?': 'number',
      'averageServiceTime?': 'number',
      'avgWaitTime?': 'number',
      'avgSupportTime?': 'number',
    },
    attendants: [
      { ...named, 'rating?': 'number', 'avgSupportTime?': 'number', tickets: 'number', online: 'boolean' },
      'some',
    ],
  },
  removed: { message: 'string' },
} as const satisfies Readonly<Record<string, Shape>>;
