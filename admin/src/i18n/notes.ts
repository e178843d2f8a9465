import type { SameKeys } from './types';

const notesPt = {
  title: 'Nota interna',
  of: 'Nota interna de %{name}',
  mode: 'O que escrever',
  message: 'Mensagem',
  note: 'Nota',
  mode_hint: 'Só a equipe vê a nota; o cliente, nunca',
  label: 'Nota interna',
  placeholder: 'Escreva uma nota para a equipe…',
  hint: 'Só a equipe vê · @ menciona um colega · Enter para anotar',
  add: 'Anotar',
  people: 'Colegas que veem esta conversa',
  people_ready: 'Ninguém que vê esta conversa tem esse nome',
  people_loading: 'Procurando colegas…',
  people_failed: 'Não foi possível procurar colegas.',
  mentioned: '%{name} mencionou você',
  mentioned_nobody: 'Você foi mencionado',
  mentioned_in: '%{name} mencionou você na conversa com %{contact}.',
  mentions: '%{smart_count} menção |||| %{smart_count} menções',
};

const notesEn: SameKeys<typeof notesPt> = {
  title: 'Internal note',
  of: 'Internal note of %{name}',
  mode: 'What to write',
  message: 'Message',
  note: 'Note',
  mode_hint: 'Only the team sees the note; the customer never does',
  label: 'Internal note',
  placeholder: 'Write a note for the team…',
  hint: 'Only the team sees it · @ mentions a colleague · Enter to add it',
  add: 'Add note',
  people: 'Colleagues who see this conversation',
  people_ready: 'Nobody who sees this conversation has that name',
  people_loading: 'Looking for colleagues…',
  people_failed: 'Colleagues could not be looked up.',
  mentioned: '%{name} mentioned you',
  mentioned_nobody: 'You were mentioned',
  mentioned_in: '%{name} mentioned you in the conversation with %{contact}.',
  mentions: '%{smart_count} mention |||| %{smart_count} mentions',
};

const notesEs: SameKeys<typeof notesPt> = {
  title: 'Nota interna',
  of: 'Nota interna de %{name}',
  mode: 'Qué escribir',
  message: 'Mensaje',
  note: 'Nota',
  mode_hint: 'Solo el equipo ve la nota; el cliente, nunca',
  label: 'Nota interna',
  placeholder: 'Escriba una nota para el equipo…',
  hint: 'Solo el equipo la ve · @ menciona a un colega · Enter para anotar',
  add: 'Anotar',
  people: 'Colegas que ven esta conversación',
  people_ready: 'Nadie que vea esta conversación tiene ese nombre',
  people_loading: 'Buscando colegas…',
  people_failed: 'No fue posible buscar colegas.',
  mentioned: '%{name} lo mencionó',
  mentioned_nobody: 'Lo mencionaron',
  mentioned_in: '%{name} lo mencionó en la conversación con %{contact}.',
  mentions: '%{smart_count} mención |||| %{smart_count} menciones',
};

/** The texts of notes in the stream and of who is named in them. */
export const notes = { pt: notesPt, en: notesEn, es: notesEs };

const presencePt = {
  online: 'online',
  paused: 'em pausa',
  offline: 'offline',
  pause: 'Em pausa',
  since: 'desde %{time}',
  reason: 'Motivo (opcional)',
  reason_long: 'No máximo %{max} caracteres',
  reasons: { lunch: 'Almoço', coffee: 'Café', meeting: 'Reunião', training: 'Treinamento', personal: 'Pausa pessoal' },
  end: 'Encerrar a pausa',
  warn_paused: '%{name} está em pausa e talvez demore a responder.',
  warn_paused_reason: '%{name} está em pausa (%{reason}) e talvez demore a responder.',
  warn_offline: '%{name} não está online e talvez demore a responder.',
};

const presenceEn: SameKeys<typeof presencePt> = {
  online: 'online',
  paused: 'on a break',
  offline: 'offline',
  pause: 'On a break',
  since: 'since %{time}',
  reason: 'Reason (optional)',
  reason_long: '%{max} characters at most',
  reasons: { lunch: 'Lunch', coffee: 'Coffee', meeting: 'Meeting', training: 'Training', personal: 'Personal break' },
  end: 'End the break',
  warn_paused: '%{name} is on a break and may take a while to answer.',
  warn_paused_reason: '%{name} is on a break (%{reason}) and may take a while to answer.',
  warn_offline: '%{name} is not online and may take a while to answer.',
};

const presenceEs: SameKeys<typeof presencePt> = {
  online: 'en línea',
  paused: 'en pausa',
  offline: 'desconectado',
  pause: 'En pausa',
  since: 'desde las %{time}',
  reason: 'Motivo (opcional)',
  reason_long: 'Como máximo %{max} caracteres',
  reasons: {
    lunch: 'Almuerzo',
    coffee: 'Café',
    meeting: 'Reunión',
    training: 'Capacitación',
    personal: 'Pausa personal',
  },
  end: 'Terminar la pausa',
  warn_paused: '%{name} está en pausa y puede tardar en responder.',
  warn_paused_reason: '%{name} está en pausa (%{reason}) y puede tardar en responder.',
  warn_offline: '%{name} no está en línea y puede tardar en responder.',
};

/** The texts of who is there, and of breaks. */
export const presence = { pt: presencePt, en: presenceEn, es: presenceEs };
