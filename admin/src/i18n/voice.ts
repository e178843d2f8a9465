import type { SameKeys } from './types';

const pt = {
  record: 'Gravar mensagem de voz',
  group: 'Gravação de voz',
  asking: 'Permita o uso do microfone…',
  recording: 'Gravando',
  level: 'Volume do microfone',
  finishing: 'Preparando a gravação…',
  stop: 'Parar e ouvir',
  cancel: 'Cancelar a gravação',
  discard: 'Descartar a gravação',
  sending: 'Enviando a gravação…',
  too_short: 'A gravação é curta demais e foi descartada.',
  kept: 'A gravação parou e ficou guardada na conversa.',
  over: 'A gravação parou. Ouça e envie.',
  refused: 'O navegador não permitiu o uso do microfone. Libere o acesso nas permissões deste site e tente novamente.',
  missing: 'Nenhum microfone foi encontrado. Conecte um e tente novamente.',
  taken: 'O microfone está em uso por outro programa. Feche-o e tente novamente.',
  insecure: 'Para gravar, o endereço do sistema precisa começar com https.',
  failed: 'Não foi possível gravar. Tente novamente.',
  position: '%{at} de %{length}',
};

const en: SameKeys<typeof pt> = {
  record: 'Record a voice message',
  group: 'Voice recording',
  asking: 'Allow the microphone…',
  recording: 'Recording',
  level: 'Microphone level',
  finishing: 'Preparing the recording…',
  stop: 'Stop and listen',
  cancel: 'Cancel the recording',
  discard: 'Discard the recording',
  sending: 'Sending the recording…',
  too_short: 'The recording is too short and was discarded.',
  kept: 'The recording stopped and waits in its conversation.',
  over: 'The recording stopped. Listen and send it.',
  refused: 'The browser did not allow the microphone. Allow it in the permissions of this site and try again.',
  missing: 'No microphone was found. Connect one and try again.',
  taken: 'Another program is using the microphone. Close it and try again.',
  insecure: 'To record, the address of the system has to begin with https.',
  failed: 'Recording was not possible. Try again.',
  position: '%{at} of %{length}',
};

const es: SameKeys<typeof pt> = {
  record: 'Grabar mensaje de voz',
  group: 'Grabación de voz',
  asking: 'Permita el uso del micrófono…',
  recording: 'Grabando',
  level: 'Volumen del micrófono',
  finishing: 'Preparando la grabación…',
  stop: 'Parar y escuchar',
  cancel: 'Cancelar la grabación',
  discard: 'Descartar la grabación',
  sending: 'Enviando la grabación…',
  too_short: 'La grabación es demasiado corta y fue descartada.',
  kept: 'La grabación paró y quedó guardada en la conversación.',
  over: 'La grabación paró. Escúchela y envíela.',
  refused:
    'El navegador no permitió usar el micrófono. Permita el acceso en los permisos de este sitio e intente de nuevo.',
  missing: 'No se encontró ningún micrófono. Conecte uno e intente de nuevo.',
  taken: 'Otro programa está usando el micrófono. Ciérrelo e intente de nuevo.',
  insecure: 'Para grabar, la dirección del sistema debe empezar con https.',
  failed: 'No fue posible grabar. Intente de nuevo.',
  position: '%{at} de %{length}',
};

/** The texts of recording and hearing voice messages. */
export const voice = { pt, en, es };
