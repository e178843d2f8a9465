import type { SourceServer } from './databases.js';

/*
 * The shapes of tables in the Whaticket family, as its installations have them: `serial`, `int`, `text`, `flag`, `time` and
 * `json` are types of either database.
 */

type Type = 'serial' | 'key' | 'int' | 'text' | 'flag' | 'time' | 'json';
export type Schema = Readonly<Record<string, Readonly<Record<string, Type>>>>;
export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

const types: Readonly<Record<SourceServer['dialect'], Readonly<Record<Type, string>>>> = {
  postgres: {
    serial: 'serial primary key',
    key: 'varchar(255) primary key',
    int: 'integer',
    text: 'text',
    flag: 'boolean',
    time: 'timestamp with time zone',
    json: 'jsonb',
  },
  mysql: {
    serial: 'integer auto_increment primary key',
    key: 'varchar(255) primary key',
    int: 'integer',
    text: 'text',
    flag: 'tinyint(1)',
    time: 'datetime(6)',
    json: 'json',
  },
};

const times = { createdAt: 'time', updatedAt: 'time' } as const;

/** One company, few columns: the first versions. */
export const oldSchema: Schema = {
  Users: { id: 'serial', name: 'text', email: 'text', passwordHash: 'text', profile: 'text', ...times },
  Queues: { id: 'serial', name: 'text', color: 'text', greetingMessage: 'text', ...times },
  UserQueues: { userId: 'int', queueId: 'int', ...times },
  Whatsapps: { id: 'serial', name: 'text', session: 'text', status: 'text', isDefault: 'flag', ...times },
  WhatsappQueues: { whatsappId: 'int', queueId: 'int', ...times },
  Contacts: {
    id: 'serial',
    name: 'text',
    number: 'text',
    email: 'text',
    profilePicUrl: 'text',
    isGroup: 'flag',
    ...times,
  },
  ContactCustomFields: { id: 'serial', name: 'text', value: 'text', contactId: 'int', ...times },
  Tickets: {
    id: 'serial',
    status: 'text',
    lastMessage: 'text',
    unreadMessages: 'int',
    isGroup: 'flag',
    contactId: 'int',
    userId: 'int',
    whatsappId: 'int',
    queueId: 'int',
    ...times,
  },
  Messages: {
    id: 'key',
    body: 'text',
    ack: 'int',
    read: 'flag',
    mediaType: 'text',
    mediaUrl: 'text',
    fromMe: 'flag',
    isDeleted: 'flag',
    ticketId: 'int',
    contactId: 'int',
    quotedMsgId: 'text',
    ...times,
  },
  QuickAnswers: { id: 'serial', shortcut: 'text', message: 'text', ...times },
  Settings: { key: 'key', value: 'text', ...times },
};

const company = { companyId: 'int' } as const;

/** Many companies, with campaigns, labels and ratings. */
export const companiesSchema: Schema = {
  Plans: {
    id: 'serial',
    name: 'text',
    users: 'int',
    connections: 'int',
    queues: 'int',
    value: 'text',
    useCampaigns: 'flag',
    ...times,
  },
  Companies: {
    id: 'serial',
    name: 'text',
    phone: 'text',
    email: 'text',
    planId: 'int',
    status: 'flag',
    schedules: 'json',
    dueDate: 'text',
    recurrence: 'text',
    ...times,
  },
  ...Object.fromEntries(Object.entries(oldSchema).filter(([table]) => table !== 'QuickAnswers')),
  Users: { ...oldSchema['Users'], ...company, super: 'flag', allTicket: 'text' },
  Queues: { ...oldSchema['Queues'], ...company, outOfHoursMessage: 'text', schedules: 'json', orderQueue: 'int' },
  QueueOptions: {
    id: 'serial',
    title: 'text',
    message: 'text',
    option: 'text',
    queueId: 'int',
    parentId: 'int',
    ...times,
  },
  Whatsapps: {
    ...oldSchema['Whatsapps'],
    ...company,
    channel: 'text',
    number: 'text',
    greetingMessage: 'text',
    complationMessage: 'text',
    token: 'text',
  },
  Contacts: { ...oldSchema['Contacts'], ...company },
  Tags: { id: 'serial', name: 'text', color: 'text', kanban: 'int', ...company, ...times },
  TicketTags: { ticketId: 'int', tagId: 'int', ...times },
  Tickets: { ...oldSchema['Tickets'], ...company, uuid: 'text' },
  TicketTraking: {
    id: 'serial',
    ticketId: 'int',
    ...company,
    userId: 'int',
    whatsappId: 'int',
    queuedAt: 'time',
    startedAt: 'time',
    finishedAt: 'time',
    rated: 'flag',
    ...times,
  },
  UserRatings: { id: 'serial', ticketId: 'int', ...company, userId: 'int', rate: 'int', ...times },
  TicketNotes: { id: 'serial', note: 'text', userId: 'int', contactId: 'int', ticketId: 'int', ...times },
  Messages: { ...oldSchema['Messages'], ...company, remoteJid: 'text', participant: 'text', dataJson: 'text' },
  Settings: { id: 'serial', key: 'text', value: 'text', ...company, ...times },
  QuickMessages: {
    id: 'serial',
    shortcode: 'text',
    message: 'text',
    ...company,
    userId: 'int',
    mediaName: 'text',
    mediaPath: 'text',
    geral: 'flag',
    ...times,
  },
  Schedules: {
    id: 'serial',
    body: 'text',
    sendAt: 'time',
    sentAt: 'time',
    status: 'text',
    contactId: 'int',
    userId: 'int',
    ...company,
    ...times,
  },
  ContactLists: { id: 'serial', name: 'text', ...company, ...times },
  ContactListItems: {
    id: 'serial',
    name: 'text',
    number: 'text',
    email: 'text',
    contactListId: 'int',
    ...company,
    ...times,
  },
  Campaigns: {
    id: 'serial',
    name: 'text',
    message1: 'text',
    status: 'text',
    scheduledAt: 'time',
    completedAt: 'time',
    confirmation: 'flag',
    contactListId: 'int',
    whatsappId: 'int',
    ...company,
    ...times,
  },
  Chats: { id: 'serial', title: 'text', ...company, ...times },
};

const tenant = { tenantId: 'int' } as const;

/** A fork whose companies are tenants: other names, and tables that do not say whose their rows are. */
export const tenantsSchema: Schema = {
  Tenants: { id: 'serial', name: 'text', status: 'text', ownerId: 'int', businessHours: 'json', ...times },
  Users: { ...oldSchema['Users'], ...tenant, configs: 'json' },
  Queues: { id: 'serial', queue: 'text', isActive: 'flag', userId: 'int', ...tenant, ...times },
  UsersQueues: { id: 'serial', userId: 'int', queueId: 'int', ...times },
  Whatsapps: {
    id: 'serial',
    name: 'text',
    session: 'text',
    status: 'text',
    type: 'text',
    number: 'text',
    isDefault: 'flag',
    ...tenant,
    ...times,
  },
  Tags: { id: 'serial', tag: 'text', color: 'text', isActive: 'flag', userId: 'int', ...tenant, ...times },
  Contacts: { ...oldSchema['Contacts'], ...tenant },
  ContactCustomFields: { ...oldSchema['ContactCustomFields'] },
  ContactTags: { id: 'serial', contactId: 'int', tagId: 'int', ...tenant, ...times },
  Tickets: { ...oldSchema['Tickets'], ...tenant, channel: 'text' },
  Messages: { ...oldSchema['Messages'], ...tenant, messageId: 'text' },
  FastReply: { id: 'serial', key: 'text', message: 'text', userId: 'int', ...tenant, ...times },
  Settings: { id: 'serial', key: 'text', value: 'text', ...tenant, ...times },
  Campaigns: {
    id: 'serial',
    name: 'text',
    message1: 'text',
    status: 'text',
    start: 'time',
    sessionId: 'int',
    ...tenant,
    ...times,
  },
};

/** Newer ones: messages have numbers, and WhatsApp's ids beside them; notes are among the messages. */
export const numberedSchema: Schema = {
  ...companiesSchema,
  Contacts: { ...companiesSchema['Contacts'], lid: 'text' },
  CompaniesSettings: {
    id: 'serial',
    ...company,
    userRating: 'text',
    chatBotType: 'text',
    lgpdMessage: 'text',
    ...times,
  },
  Messages: {
    ...companiesSchema['Messages'],
    id: 'serial',
    wid: 'text',
    quotedMsgId: 'int',
    isPrivate: 'flag',
    isEdited: 'flag',
  },
};

/** Makes the tables with their rows; of a row only the columns that the version has. */
export async function createTables(server: SourceServer, schema: Schema, rows: Rows): Promise<void> {
  const quote = (name: string): string => (server.dialect === 'postgres' ? `"${name}"` : `\`${name}\``);
  const tables = Object.entries(schema).map(
    ([table, columns]) =>
      `create table ${quote(table)} (${Object.entries(columns)
        .map(([name, type]) => `${quote(name)} ${types[server.dialect][type]}`)
        .join(', ')})`,
  );
  for (const sql of tables) await server.run(sql);
  await insertRows(server, schema, rows);
}

export async function insertRows(server: SourceServer, schema: Schema, rows: Rows): Promise<void> {
  const quote = (name: string): string => (server.dialect === 'postgres' ? `"${name}"` : `\`${name}\``);
  const literal = (value: unknown): string => {
    if (value === null || value === undefined) return 'null';
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    // MySQL stores times of Brazil without saying so
    if (value instanceof Date)
      return server.dialect === 'postgres'
        ? `'${value.toISOString()}'`
        : `'${new Date(value.getTime() - 3 * 3_600_000).toISOString().slice(0, 23)}'`;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const escaped = text.replaceAll("'", "''");
    return `'${server.dialect === 'postgres' ? escaped : escaped.replaceAll('\\', '\\\\')}'`;
  };
  for (const [table, records] of Object.entries(rows)) {
    const columns = Object.keys(schema[table] ?? {});
    if (columns.length === 0 || records.length === 0) continue;
    const values = records.map((record) => `(${columns.map((name) => literal(record[name])).join(', ')})`);
    await server.run(`insert into ${quote(table)} (${columns.map(quote).join(', ')}) values ${values.join(', ')}`);
  }
}
