import { type Localized, t } from '../../../core/i18n.js';

/** Why a row was not taken, or not as it was. */
export const reasons = {
  noCompany: t(
    'A empresa desta linha não foi trazida',
    'The company of this row was not taken',
    'La empresa de esta fila no fue traída',
  ),
  otherCompany: t(
    'É de outra empresa do que a conversa, ou de uma que não foi trazida',
    'It belongs to another company than its conversation, or to one that was not taken',
    'Es de otra empresa que la conversación, o de una que no fue traída',
  ),
  companyName: t(
    'Já existe uma empresa com este nome; --into diz para qual empresa daqui ela vai',
    'A company of this name exists; --into says which company here it goes to',
    'Ya existe una empresa con este nombre; --into dice a qué empresa de aquí va',
  ),
  noTarget: t(
    'A empresa indicada com --into não existe',
    'The company given with --into does not exist',
    'La empresa indicada con --into no existe',
  ),
  emptyName: t('Não tem nome', 'It has no name', 'No tiene nombre'),
  email: t('Não é um e-mail', 'This is no e-mail address', 'No es un correo electrónico'),
  emailTaken: t(
    'O e-mail é de um usuário de outra empresa',
    'A user of another company has this e-mail',
    'El correo es de un usuario de otra empresa',
  ),
  password: t(
    'Trazido sem senha, que não está em bcrypt: a pessoa define uma nova em «Esqueci a senha»',
    'Taken without the password, which is not in bcrypt: the person sets a new one by "forgot password"',
    'Traído sin contraseña, que no está en bcrypt: la persona define una nueva en «Olvidé la contraseña»',
  ),
  number: t('Não tem um número que sirva', 'It has no usable number', 'No tiene un número que sirva'),
  parent: (table: string): Localized =>
    t(
      `A linha de ${table} a que pertence não foi trazida, ou foi removida aqui`,
      `The row of ${table} it belongs to was not taken, or was removed here`,
      `La fila de ${table} a la que pertenece no fue traída, o fue eliminada aquí`,
    ),
  channel: (channel: string): Localized =>
    t(
      `Não há um canal ${channel} aqui; foi trazida como WhatsApp por QR code`,
      `There is no channel ${channel} here; taken as WhatsApp by QR code`,
      `No hay un canal ${channel} aquí; traída como WhatsApp por código QR`,
    ),
  pairAgain: t(
    'Trazida desconectada: sessões e credenciais não são copiadas, conecte-a de novo',
    'Taken disconnected: sessions and credentials are not copied, connect it again',
    'Traída desconectada: sesiones y credenciales no se copian, conéctela de nuevo',
  ),
  otherOpen: t(
    'Trazida como resolvida: o contato tem outra conversa aberta na mesma conexão',
    'Taken as resolved: the contact has another open conversation on the same connection',
    'Traída como resuelta: el contacto tiene otra conversación abierta en la misma conexión',
  ),
  noSuchStatus: (status: string): Localized =>
    t(
      `Trazida como resolvida: aqui não há a situação «${status}»`,
      `Taken as resolved: there is no status "${status}" here`,
      `Traída como resuelta: aquí no existe el estado «${status}»`,
    ),
  notShown: (type: string): Localized =>
    t(`Não é uma mensagem: ${type}`, `This is no message: ${type}`, `No es un mensaje: ${type}`),
  noTime: t('Não tem data', 'It has no date', 'No tiene fecha'),
  noMedia: t(
    'Trazida sem o arquivo: nenhuma pasta foi indicada com --media',
    'Taken without its file: no folder was given with --media',
    'Traída sin el archivo: no se indicó una carpeta con --media',
  ),
  fileMissing: t(
    'Trazida sem o arquivo, que não está na pasta de mídia',
    'Taken without its file, which is not in the media folder',
    'Traída sin el archivo, que no está en la carpeta de medios',
  ),
  rating: t(
    'Não é uma nota de 1 a 3 de um atendimento trazido',
    'This is no rating from 1 to 3 of an attendance that was taken',
    'No es una nota del 1 al 3 de una atención traída',
  ),
  setting: t('Não há esta configuração aqui', 'There is no such setting here', 'No existe esta configuración aquí'),
  unsent: t(
    'Trazido sem agendamento, para não ser enviado duas vezes: confira e salve de novo',
    'Taken without its time, so that it is not sent twice: check it and save it again',
    'Traído sin programación, para no enviarlo dos veces: revíselo y guárdelo de nuevo',
  ),
  campaign: t(
    'Trazida inativa, sem arquivo e sem o registro de envios: confira antes de iniciá-la',
    'Taken inactive, without its file and its log of sent messages: check it before you start it',
    'Traída inactiva, sin archivo ni registro de envíos: revísela antes de iniciarla',
  ),
  table: (rows: number): Localized =>
    t(`Tabela não trazida: ${rows} linhas`, `Table not taken: ${rows} rows`, `Tabla no traída: ${rows} filas`),
} as const;
