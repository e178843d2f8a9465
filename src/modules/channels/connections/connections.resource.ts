import { defineAuditActions, defineAuditKind } from '../../../core/audit/audit-actions.js';
import { coreErrors } from '../../../core/errors/core-errors.js';
import { mapConstraintError } from '../../../core/errors/database-errors.js';
import { t } from '../../../core/i18n.js';
import { defineResource } from '../../../core/resource/define-resource.js';
import { readOnlyColumn } from '../../../core/resource/field-meta.js';
import { Connection, connectionStatuses } from './connection.entity.js';
import { ConnectionInput } from './connections.dto.js';
import { connectionErrors } from './connections.errors.js';

const statusLabels = {
  qrcode: t('Aguardando QR Code', 'Waiting for QR code', 'Esperando código QR'),
  PAIRING: t('Pareando', 'Pairing', 'Emparejando'),
  DISCONNECTED: t('Desconectado', 'Disconnected', 'Desconectado'),
  TIMEOUT: t('Tempo esgotado', 'Timed out', 'Tiempo agotado'),
  OPENING: t('Não verificada', 'Not verified', 'No verificada'),
  CONNECTED: t('Conectado', 'Connected', 'Conectado'),
};

export const connections = defineResource({
  name: 'whatsapp',
  envelope: '',
  entity: Connection,
  input: ConnectionInput,
  label: {
    one: t('Conexão', 'Connection', 'Conexión'),
    many: t('Conexões', 'Connections', 'Conexiones'),
    feminine: true,
  },
  empty: t(
    'Conecte um número do WhatsApp, ou comece com o telefone de testes.',
    'Connect a WhatsApp number, or start with the test phone.',
    'Conecte un número de WhatsApp o empiece con el teléfono de pruebas.',
  ),
  list: ['channel', 'name', 'number', 'status', 'pairs', 'isDefault'],
  columns: [
    readOnlyColumn({
      name: 'status',
      label: t('Situação', 'Status', 'Estado'),
      widget: 'choice',
      options: connectionStatuses.map((value) => ({ value, label: statusLabels[value] })),
    }),
    // the list shows the actions that the status of the session allows
    readOnlyColumn({ name: 'pairs', label: t('Sessão', 'Session', 'Sesión'), widget: 'flag', sortable: false }),
  ],
  search: ['name', 'number'],
  sort: ['name', 'asc'],
  filters: ['channel'],
  pageSize: 100,
  tokenScope: 'connections',
  access: { read: 'user', write: 'admin' },
  live: { to: 'module' },
  screen: 'connections',
  menu: { section: 'management', order: 10, icon: 'SyncAlt' },
  audit: { noun: 'connection', kind: 'connections', nameField: 'name' },
  planLimit: 'connections',
  notFound: connectionErrors.ERR_NO_WAPP_FOUND,
});

const taken = t(
  'Já existe uma conexão com este nome',
  'There is already a connection with this name',
  'Ya existe una conexión con este nombre',
);
const numberTaken = t('Este número já está em uso', 'This number is already in use', 'Este número ya está en uso');
mapConstraintError('connections_name_unique', () => coreErrors.ERR_CONFLICT({ fields: { name: taken } }));
for (const name of ['connections_phone_live_unique', 'connections_phone_company_unique'])
  mapConstraintError(name, () => coreErrors.ERR_CONFLICT({ fields: { facebookUserId: numberTaken } }));

defineAuditKind('connections', 50, t('Conexões', 'Connections', 'Conexiones'));

defineAuditActions('connections', {
  'connection.disconnected': t(
    'Conexão caiu ({{code}})',
    'Connection was lost ({{code}})',
    'Se cayó la conexión ({{code}})',
  ),
  'connection.stopped': t('Desconectou a conexão', 'Disconnected the connection', 'Desconectó la conexión'),
  'connection.tokenRotated': t(
    'Trocou o token da conexão',
    'Replaced the token of the connection',
    'Cambió el token de la conexión',
  ),
  'connection.registered': t('Registrou o número', 'Registered the number', 'Registró el número'),
  'connection.warned': t(
    'Recebeu um aviso do provedor',
    'Was warned by the provider',
    'Recibió un aviso del proveedor',
  ),
  'connection.history_requested': t(
    'Pediu o histórico do celular',
    "Requested the phone's history",
    'Pidió el historial del teléfono',
  ),
  'connection.resumed': t('Retomou os envios', 'Resumed sending', 'Reanudó los envíos'),
});
