import type { SameKeys } from './types';

const pt = {
  choose_all: 'Selecionar todas as mostradas',
  choose: 'Selecionar a tarefa %{name}',
  chosen: '%{smart_count} selecionada |||| %{smart_count} selecionadas',
  retry: 'Tentar novamente',
  discard: 'Descartar',
  retry_of: 'Tentar novamente a tarefa %{name}',
  discard_of: 'Descartar a tarefa %{name}',
  discard_title: 'Descartar a tarefa? |||| Descartar %{smart_count} tarefas?',
  discard_message:
    'O trabalho não será feito. Mensagens que esperavam por ele aparecem como falhas na conversa e podem ser enviadas de novo por lá.',
  retried: 'A tarefa voltou para a fila. |||| %{smart_count} tarefas voltaram para a fila.',
  discarded: 'A tarefa foi descartada. |||| %{smart_count} tarefas foram descartadas.',
  gone: 'Outra pessoa já decidiu sobre estas tarefas.',
  platform: 'Plataforma',
  attempts: '%{smart_count} tentativa |||| %{smart_count} tentativas',
  waiting: 'Na fila agora',
  waiting_none: 'Nada na fila',
  running: '%{smart_count} em execução',
  later: '%{smart_count} com hora marcada',
  since: 'a mais antiga desde %{time}',
  lanes: 'Filas com mais de uma tarefa',
};

const en: SameKeys<typeof pt> = {
  choose_all: 'Select all that are shown',
  choose: 'Select the job %{name}',
  chosen: '%{smart_count} selected |||| %{smart_count} selected',
  retry: 'Try again',
  discard: 'Discard',
  retry_of: 'Try the job %{name} again',
  discard_of: 'Discard the job %{name}',
  discard_title: 'Discard the job? |||| Discard %{smart_count} jobs?',
  discard_message:
    'The work will not be done. Messages that waited for it show as failed in their conversation and can be sent again from there.',
  retried: 'The job is back in the queue. |||| %{smart_count} jobs are back in the queue.',
  discarded: 'The job was discarded. |||| %{smart_count} jobs were discarded.',
  gone: 'Somebody else has already decided on these jobs.',
  platform: 'Platform',
  attempts: '%{smart_count} try |||| %{smart_count} tries',
  waiting: 'Waiting now',
  waiting_none: 'Nothing is waiting',
  running: '%{smart_count} running',
  later: '%{smart_count} for later',
  since: 'the oldest since %{time}',
  lanes: 'Lanes with more than one job',
};

const es: SameKeys<typeof pt> = {
  choose_all: 'Seleccionar todas las mostradas',
  choose: 'Seleccionar la tarea %{name}',
  chosen: '%{smart_count} seleccionada |||| %{smart_count} seleccionadas',
  retry: 'Intentar de nuevo',
  discard: 'Descartar',
  retry_of: 'Intentar de nuevo la tarea %{name}',
  discard_of: 'Descartar la tarea %{name}',
  discard_title: '¿Descartar la tarea? |||| ¿Descartar %{smart_count} tareas?',
  discard_message:
    'El trabajo no se hará. Los mensajes que lo esperaban aparecen como fallidos en la conversación y se pueden enviar de nuevo desde allí.',
  retried: 'La tarea volvió a la cola. |||| %{smart_count} tareas volvieron a la cola.',
  discarded: 'La tarea fue descartada. |||| %{smart_count} tareas fueron descartadas.',
  gone: 'Otra persona ya decidió sobre estas tareas.',
  platform: 'Plataforma',
  attempts: '%{smart_count} intento |||| %{smart_count} intentos',
  waiting: 'En cola ahora',
  waiting_none: 'Nada en cola',
  running: '%{smart_count} en ejecución',
  later: '%{smart_count} para más tarde',
  since: 'la más antigua desde %{time}',
  lanes: 'Colas con más de una tarea',
};

/** The texts of the page of failed jobs. */
export const jobs = { pt, en, es };
