import type { SameKeys } from './types';

const pt = {
  suggestions: 'Respostas rápidas',
  keys: '↑ ↓ escolhem · Enter insere · Esc fecha',
  none: 'Nenhuma resposta rápida com “%{term}”',
  loading: 'Carregando as respostas rápidas…',
  failed: 'Não foi possível carregar as respostas rápidas.',
  retry: 'Tentar novamente',
  with_file: 'Com arquivo',
  fetching: 'Carregando %{name}…',
  media_failed: 'O arquivo da resposta rápida não pôde ser carregado. Tente novamente.',
  variables: 'Inserir um dado do cliente ou da conversa',
  variable: {
    firstName: 'Primeiro nome',
    name: 'Nome',
    greeting: 'Saudação',
    protocol: 'Protocolo',
    hora: 'Hora',
  },
  file: 'Arquivo',
  no_file: 'Imagem, áudio, vídeo ou documento que vai junto com a mensagem.',
  attach: 'Anexar arquivo',
  replace: 'Trocar arquivo',
  remove: 'Remover arquivo',
};

const en: SameKeys<typeof pt> = {
  suggestions: 'Quick messages',
  keys: '↑ ↓ choose · Enter inserts · Esc closes',
  none: 'No quick message with “%{term}”',
  loading: 'Loading the quick messages…',
  failed: 'The quick messages could not be loaded.',
  retry: 'Try again',
  with_file: 'With a file',
  fetching: 'Loading %{name}…',
  media_failed: 'The file of the quick message could not be loaded. Try again.',
  variables: 'Insert a fact about the customer or the conversation',
  variable: {
    firstName: 'First name',
    name: 'Name',
    greeting: 'Greeting',
    protocol: 'Protocol',
    hora: 'Time',
  },
  file: 'File',
  no_file: 'A picture, audio, video or document that goes along with the message.',
  attach: 'Attach file',
  replace: 'Replace file',
  remove: 'Remove file',
};

const es: SameKeys<typeof pt> = {
  suggestions: 'Respuestas rápidas',
  keys: '↑ ↓ eligen · Enter inserta · Esc cierra',
  none: 'Ninguna respuesta rápida con “%{term}”',
  loading: 'Cargando las respuestas rápidas…',
  failed: 'No se pudieron cargar las respuestas rápidas.',
  retry: 'Intentar de nuevo',
  with_file: 'Con archivo',
  fetching: 'Cargando %{name}…',
  media_failed: 'El archivo de la respuesta rápida no se pudo cargar. Inténtelo de nuevo.',
  variables: 'Insertar un dato del cliente o de la conversación',
  variable: {
    firstName: 'Nombre de pila',
    name: 'Nombre',
    greeting: 'Saludo',
    protocol: 'Protocolo',
    hora: 'Hora',
  },
  file: 'Archivo',
  no_file: 'Imagen, audio, video o documento que va junto con el mensaje.',
  attach: 'Adjuntar archivo',
  replace: 'Cambiar archivo',
  remove: 'Quitar archivo',
};

/** The texts of quick messages that are not in the server's schema: in the composer and in their form. */
export const quick = { pt, en, es };
