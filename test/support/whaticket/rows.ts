import type { Rows } from './schema.js';

/** A day of September 2025. */
export const at = (day: number, minute = 0): Date => new Date(Date.UTC(2025, 8, day, 12, minute));
const of = (day: number) => ({ createdAt: at(day), updatedAt: at(day) });

const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const hours = week.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTime: '09:00', endTime: '17:30' }));

interface People {
  /** bcrypt. */
  readonly hash: string;
  /** Part of names and e-mails, unique in the test. */
  readonly tag: string;
}

const message = (id: string, ticketId: number, minute: number, more: object) => ({
  id,
  ticketId,
  body: '',
  ack: 0,
  read: true,
  mediaType: 'chat',
  fromMe: false,
  isDeleted: false,
  companyId: 1,
  createdAt: at(4, minute),
  updatedAt: at(4, minute),
  ...more,
});

/** What conversations are made of, in one company. */
export function firstCompany({ hash, tag }: People): Rows {
  return {
    Users: [
      {
        id: 1,
        name: 'Ana',
        email: `Ana.${tag}@Loja.test`,
        passwordHash: hash,
        profile: 'admin',
        super: true,
        allTicket: 'enabled',
        ...of(1),
      },
      { id: 2, name: 'Beto', email: `beto.${tag}@loja.test`, passwordHash: 'plain', profile: 'user', ...of(1) },
      { id: 3, name: 'Sem', email: 'sem e-mail', passwordHash: hash, profile: 'user', ...of(1) },
    ].map((row) => ({ ...row, companyId: 1 })),
    Queues: [
      { id: 1, name: 'Vendas', color: '#ff0000', greetingMessage: 'Olá!', schedules: hours, orderQueue: 1, ...of(1) },
      { id: 2, name: 'Suporte', color: '#ff0000', ...of(1) },
    ].map((row) => ({ ...row, companyId: 1 })),
    UserQueues: [
      { userId: 1, queueId: 1, ...of(1) },
      { userId: 2, queueId: 1, ...of(1) },
      { userId: 2, queueId: 2, ...of(1) },
    ],
    QueueOptions: [
      { id: 1, title: 'Preços', message: 'Veja', option: '2', queueId: 1, parentId: null, ...of(1) },
      { id: 2, title: 'Prazos', message: '', option: '5', queueId: 1, parentId: null, ...of(1) },
      { id: 3, title: 'Frete', message: '', option: '1', queueId: 1, parentId: 2, ...of(1) },
    ],
    Whatsapps: [
      {
        id: 1,
        name: 'Principal',
        session: '{"creds":1}',
        status: 'CONNECTED',
        isDefault: false,
        companyId: 1,
        channel: 'whatsapp',
        number: '5541999990000',
        greetingMessage: 'Oi',
        ...of(1),
      },
      { id: 2, name: 'Loja 2', status: 'CONNECTED', isDefault: true, companyId: 1, ...of(1) },
    ],
    WhatsappQueues: [{ whatsappId: 1, queueId: 1, ...of(1) }],
    Contacts: [
      { id: 1, name: 'Maria', number: '5541988887777', email: 'maria@casa.test', isGroup: false, ...of(2) },
      // the same person without the ninth digit
      { id: 2, name: 'Maria antiga', number: '554188887777', email: '', isGroup: false, ...of(2) },
      { id: 3, name: 'Família', number: '5541988887777-1600000000@g.us', email: '', isGroup: true, ...of(2) },
      { id: 4, name: 'Ninguém', number: '', email: '', isGroup: false, ...of(2) },
      { id: 5, name: 'João', number: '5541977776666', email: '', isGroup: false, ...of(2) },
    ].map((row) => ({ ...row, companyId: 1 })),
    ContactCustomFields: [
      { id: 1, name: 'CPF', value: '123', contactId: 1, ...of(2) },
      { id: 2, name: 'Cidade', value: 'Curitiba', contactId: 1, ...of(2) },
    ],
    Tags: [
      { id: 1, name: 'Cliente', color: '#00ff00', kanban: 0, companyId: 1, ...of(1) },
      { id: 2, name: 'Negociação', color: '#0000ff', kanban: 1, companyId: 1, ...of(1) },
    ],
    Tickets: [
      {
        id: 1,
        status: 'open',
        unreadMessages: 1,
        contactId: 1,
        userId: 1,
        whatsappId: 1,
        queueId: 1,
        uuid: '5f0c2a34-8f11-4a6c-9d5e-111111111111',
        ...of(4),
      },
      // the other spelling of Maria waits on the same connection
      {
        id: 2,
        status: 'pending',
        unreadMessages: 0,
        contactId: 2,
        userId: null,
        whatsappId: 1,
        queueId: null,
        ...of(5),
      },
      { id: 3, status: 'closed', unreadMessages: 0, contactId: 5, userId: 2, whatsappId: 1, queueId: 2, ...of(6) },
      {
        id: 4,
        status: 'pending',
        unreadMessages: 0,
        isGroup: true,
        contactId: 3,
        userId: null,
        whatsappId: 2,
        queueId: null,
        ...of(6),
      },
      { id: 5, status: 'open', unreadMessages: 0, contactId: 4, userId: 1, whatsappId: 1, queueId: null, ...of(6) },
      // its connection was removed
      {
        id: 6,
        status: 'closed',
        unreadMessages: 0,
        contactId: 5,
        userId: 2,
        whatsappId: null,
        queueId: null,
        ...of(7),
      },
    ].map((row) => ({ isGroup: false, lastMessage: '', companyId: 1, ...row })),
    TicketTags: [{ ticketId: 1, tagId: 2, ...of(4) }],
    TicketTraking: [
      {
        id: 1,
        ticketId: 3,
        companyId: 1,
        userId: 1,
        queuedAt: at(6),
        startedAt: at(6, 5),
        finishedAt: at(6, 30),
        createdAt: at(6),
        updatedAt: at(6, 30),
      },
      {
        id: 2,
        ticketId: 3,
        companyId: 1,
        userId: 2,
        queuedAt: at(8),
        startedAt: at(8, 1),
        finishedAt: at(8, 20),
        createdAt: at(8),
        updatedAt: at(8, 20),
      },
    ],
    UserRatings: [
      { id: 1, ticketId: 3, companyId: 1, userId: 2, rate: 3, createdAt: at(8, 21), updatedAt: at(8, 21) },
      { id: 2, ticketId: 3, companyId: 1, userId: 2, rate: 9, createdAt: at(8, 22), updatedAt: at(8, 22) },
    ],
    TicketNotes: [{ id: 1, note: 'Gosta de azul', userId: 1, contactId: 1, ticketId: 1, ...of(4) }],
    Messages: [
      message('M1', 1, 0, { body: 'Bom dia', contactId: 1 }),
      message('M2', 1, 2, { body: 'Bom dia, Maria', fromMe: true, ack: 3, quotedMsgId: 'M1', contactId: null }),
      message('M3', 1, 3, { mediaType: 'image', mediaUrl: 'foto.png', body: 'foto.png', contactId: 1 }),
      message('M4', 1, 4, { mediaType: 'application', mediaUrl: 'sumiu.pdf', body: 'Contrato', contactId: 1 }),
      message('M5', 1, 5, { mediaType: 'reactionMessage', body: '👍', contactId: 1 }),
      message('M6', 1, 6, { body: 'Ainda aí?', contactId: 1, read: false }),
      message('M7', 3, 7, { body: 'Oi', contactId: 5, read: false, createdAt: at(8, 2), updatedAt: at(8, 2) }),
      message('M8', 3, 8, { body: 'Olá, João', fromMe: true, ack: 4, createdAt: at(8, 3), updatedAt: at(8, 3) }),
      message('M9', 4, 9, { body: 'No grupo', contactId: 5 }),
      message('M10', 5, 10, { body: 'Sem contato', contactId: 4 }),
      message('M11', 3, 11, {
        body: 'Apagada',
        fromMe: true,
        isDeleted: true,
        ack: 2,
        createdAt: at(8, 4),
        updatedAt: at(8, 4),
      }),
      message('M12', 4, 12, {
        body: 'data:image/png;base64,AA|https://maps.google.com/maps?q=-25.43%2C-49.27&z=17|-25.43, -49.27',
        mediaType: 'locationMessage',
        contactId: 5,
      }),
    ],
    QuickAnswers: [{ id: 1, shortcut: '/pix', message: 'A chave é…', ...of(1) }],
    QuickMessages: [
      {
        id: 1,
        shortcode: '/oi',
        message: 'Olá!',
        companyId: 1,
        userId: 2,
        mediaName: 'foto.png',
        mediaPath: 'foto.png',
        geral: false,
        ...of(1),
      },
    ],
    Settings: [
      { id: 1, key: 'userRating', value: 'enabled', companyId: 1, ...of(1) },
      { id: 2, key: 'campaignsVisible', value: 'true', companyId: 1, ...of(1) },
    ],
    Schedules: [
      {
        id: 1,
        body: 'Lembrete',
        sendAt: at(3),
        sentAt: at(3),
        status: 'ENVIADA',
        contactId: 1,
        userId: 1,
        companyId: 1,
        ...of(2),
      },
      {
        id: 2,
        body: 'Aviso',
        sendAt: at(29),
        sentAt: null,
        status: 'PENDENTE',
        contactId: 1,
        userId: 1,
        companyId: 1,
        ...of(2),
      },
    ],
    ContactLists: [{ id: 1, name: 'Clientes', companyId: 1, ...of(1) }],
    ContactListItems: [
      { id: 1, name: 'Maria', number: '5541988887777', contactListId: 1, companyId: 1, ...of(1) },
      { id: 2, name: 'Maria', number: '554188887777', contactListId: 1, companyId: 1, ...of(1) },
      { id: 3, name: 'Ninguém', number: '12', contactListId: 1, companyId: 1, ...of(1) },
    ],
    Campaigns: [
      {
        id: 1,
        name: 'Natal',
        message1: 'Feliz Natal',
        status: 'PROGRAMADA',
        scheduledAt: at(29),
        contactListId: 1,
        whatsappId: 1,
        companyId: 1,
        confirmation: false,
        ...of(1),
      },
    ],
    Chats: [{ id: 1, title: 'Equipe', companyId: 1, ...of(1) }],
  };
}

/** Two companies with a plan; the second has one user and one conversation. */
export function twoCompanies(people: People): Rows {
  const { tag, hash } = people;
  const first = firstCompany(people);
  const and = (table: string, row: object) => ({
    [table]: [...(first[table] ?? []), row as Readonly<Record<string, unknown>>],
  });
  return {
    Plans: [
      {
        id: 1,
        name: `Plano ${tag}`,
        users: 7,
        connections: 2,
        queues: 4,
        value: '99,90',
        useCampaigns: true,
        ...of(1),
      },
    ],
    Companies: [
      { id: 1, name: `Loja Azul ${tag}`, planId: 1, status: true, schedules: hours, dueDate: '2099-01-31', ...of(1) },
      { id: 2, name: `Loja Verde ${tag}`, planId: 1, status: true, dueDate: null, ...of(1) },
    ],
    ...first,
    ...and('Users', {
      id: 9,
      name: 'Vera',
      email: `vera.${tag}@verde.test`,
      passwordHash: hash,
      profile: 'admin',
      companyId: 2,
      ...of(1),
    }),
    ...and('Whatsapps', { id: 9, name: 'Verde', isDefault: true, companyId: 2, ...of(1) }),
    ...and('Contacts', { id: 9, name: 'Maria', number: '5541988887777', isGroup: false, companyId: 2, ...of(2) }),
    ...and('Tickets', {
      id: 9,
      status: 'pending',
      unreadMessages: 1,
      isGroup: false,
      lastMessage: '',
      contactId: 9,
      whatsappId: 9,
      companyId: 2,
      ...of(4),
    }),
    ...and('Messages', message('V1', 9, 1, { body: 'Verde?', contactId: 9, read: false, companyId: 2 })),
  };
}

/** The same with numbers for messages, WhatsApp's ids beside them, and a note among them. */
export function numberedMessages(rows: Rows): Rows {
  const ids = (rows['Messages'] ?? []).map(({ id }) => id);
  const note = message('N1', 1, 20, { body: 'Só para nós', fromMe: true, isPrivate: true, userId: 1 });
  const contacts = (rows['Contacts'] ?? []).map((row) =>
    row['id'] === 5 ? { ...row, lid: '123456789012345@lid' } : row,
  );
  return {
    ...rows,
    Contacts: contacts,
    CompaniesSettings: [
      { id: 1, companyId: 1, userRating: 'enabled', chatBotType: 'button', lgpdMessage: '', ...of(1) },
    ],
    Messages: [...(rows['Messages'] ?? []), note].map((row, index) => {
      const { id, quotedMsgId } = row as { id: string; quotedMsgId?: string };
      return { ...row, id: index + 1, wid: id, quotedMsgId: quotedMsgId ? ids.indexOf(quotedMsgId) + 1 : null };
    }),
  };
}

/** Two tenants with a customer in common, and rows that belong to none or to one that is not there. */
export function twoTenants({ hash, tag }: People): Rows {
  const both = [1, 2];
  const shared = '5541988887777';
  const nameOf = (tenantId: number): string => (tenantId === 1 ? `Loja ${tag}` : `Verde ${tag}`);
  const own = <T extends object>(row: (tenantId: number) => T) =>
    both.map((tenantId) => ({ id: tenantId, tenantId, ...of(1), ...row(tenantId) }));
  const ticket = { unreadMessages: 0, isGroup: false, channel: 'whatsapp' };
  const written = { body: '', ack: 0, read: true, mediaType: 'chat', fromMe: false, isDeleted: false };
  return {
    Tenants: both.map((id) => ({ id, name: nameOf(id), status: 'active', ownerId: id, ...of(1) })),
    Users: own((id) => ({
      name: `Gestor ${id}`,
      email: `gestor${id}.${tag}@loja.test`,
      passwordHash: hash,
      profile: 'admin',
    })),
    Queues: own((id) => ({ queue: `Setor ${id}`, isActive: true })),
    UsersQueues: [
      { id: 1, userId: 1, queueId: 1, ...of(1) },
      // of another tenant
      { id: 2, userId: 1, queueId: 2, ...of(1) },
    ],
    Whatsapps: own((id) => ({ name: `Número ${id} ${tag}`, status: 'CONNECTED', type: 'whatsapp', isDefault: true })),
    Tags: own(() => ({ tag: 'Cliente', color: '#123456', isActive: true })),
    Contacts: [
      ...own((id) => ({ name: `Maria de ${id}`, number: shared, isGroup: false })),
      { id: 3, tenantId: null, name: 'De ninguém', number: '5541977770000', isGroup: false, ...of(1) },
      { id: 4, tenantId: 9, name: 'De outro', number: '5541977770001', isGroup: false, ...of(1) },
    ],
    ContactCustomFields: own((id) => ({ contactId: id, name: 'Código', value: `C${id}` })),
    ContactTags: [
      { id: 1, tenantId: 1, contactId: 1, tagId: 1, ...of(1) },
      { id: 2, tenantId: 2, contactId: 1, tagId: 2, ...of(1) },
    ],
    Tickets: [
      ...own((id) => ({ ...ticket, status: 'pending', contactId: id, whatsappId: id, queueId: id })),
      // its contact is another tenant's
      { id: 3, tenantId: 2, ...ticket, status: 'closed', contactId: 1, whatsappId: 2, ...of(1) },
    ],
    Messages: [
      { ...written, id: 'T1', tenantId: 1, ticketId: 1, contactId: 1, body: 'Segredo da loja', ...of(4) },
      { ...written, id: 'T2', tenantId: 2, ticketId: 2, contactId: 2, body: 'Segredo da verde', ...of(4) },
      // from before the column was added
      { ...written, id: 'T3', tenantId: null, ticketId: 1, contactId: 1, body: 'Antiga da loja', ...of(5) },
      { ...written, id: 'T4', tenantId: 2, ticketId: 1, contactId: 1, body: 'Trocada', ...of(5) },
    ],
    FastReply: own((id) => ({ key: `pix${id}`, message: `Chave ${id}`, userId: id })),
    Settings: own((id) => ({ key: 'userRating', value: id === 1 ? 'enabled' : 'disabled' })),
    Campaigns: own((id) => ({ name: `Oferta ${id}`, message1: 'Oi', status: 'pending', start: at(9), sessionId: id })),
  };
}
