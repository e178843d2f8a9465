import type { SameKeys } from './types';

const pt = {
  facts: 'Situação da conexão',
  test: 'Testar conexão',
  test_ok: 'A conexão está funcionando.',
  resume: 'Retomar envios',
  dismiss: 'Entendi',
  paused: 'Envios em pausa até %{time}',
  unverified: 'Nenhuma chamada ao provedor funcionou ainda com estas credenciais. Teste a conexão.',
  state_of: { failing: 'Falha na última chamada', faulty: 'Requer atenção', paused: 'Em pausa' },
  last_inbound: 'Último recebimento',
  never: 'Nada recebido ainda',
  verified_name: 'Nome exibido',
  quality: 'Qualidade',
  quality_of: { GREEN: 'Alta', YELLOW: 'Média', RED: 'Baixa', UNKNOWN: 'Ainda não avaliada' },
  webhook: 'Endereço do webhook',
  verify_token: 'Token de verificação',
  webhook_help: 'Cole os dois na configuração do webhook do aplicativo na Meta e assine o campo messages.',
  copy: 'Copiar: %{name}',
  copied: 'Copiado',
};

const en: SameKeys<typeof pt> = {
  facts: 'Connection status',
  test: 'Test connection',
  test_ok: 'The connection works.',
  resume: 'Resume sending',
  dismiss: 'Got it',
  paused: 'Sending is paused until %{time}',
  unverified: 'No call to the provider has worked with these credentials yet. Test the connection.',
  state_of: { failing: 'The last call failed', faulty: 'Needs attention', paused: 'Paused' },
  last_inbound: 'Last received',
  never: 'Nothing received yet',
  verified_name: 'Display name',
  quality: 'Quality',
  quality_of: { GREEN: 'High', YELLOW: 'Medium', RED: 'Low', UNKNOWN: 'Not rated yet' },
  webhook: 'Webhook address',
  verify_token: 'Verify token',
  webhook_help: 'Paste both into the webhook settings of the app at Meta and subscribe to the “messages” field.',
  copy: 'Copy: %{name}',
  copied: 'Copied',
};

const es: SameKeys<typeof pt> = {
  facts: 'Estado de la conexión',
  test: 'Probar conexión',
  test_ok: 'La conexión funciona.',
  resume: 'Reanudar envíos',
  dismiss: 'Entendido',
  paused: 'Envíos en pausa hasta %{time}',
  unverified: 'Ninguna llamada al proveedor ha funcionado todavía con estas credenciales. Pruebe la conexión.',
  state_of: { failing: 'Falló la última llamada', faulty: 'Requiere atención', paused: 'En pausa' },
  last_inbound: 'Última recepción',
  never: 'Aún no se recibió nada',
  verified_name: 'Nombre visible',
  quality: 'Calidad',
  quality_of: { GREEN: 'Alta', YELLOW: 'Media', RED: 'Baja', UNKNOWN: 'Aún sin evaluar' },
  webhook: 'Dirección del webhook',
  verify_token: 'Token de verificación',
  webhook_help: 'Pegue ambos en la configuración del webhook de la aplicación en Meta y suscriba el campo messages.',
  copy: 'Copiar: %{name}',
  copied: 'Copiado',
};

/** The texts of the connections screen that are not in the server's schema. */
export const connections = { pt, en, es };
