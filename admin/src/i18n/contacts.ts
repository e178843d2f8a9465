import type { SameKeys } from './types';

const pt = {
  group: 'Grupo',
  opted_out: 'Sem campanhas',
  start: 'Iniciar conversa',
  start_of: 'Iniciar conversa com %{name}',
  more_of: 'Mais ações para %{name}',
  export: 'Exportar',
  import: {
    open: 'Importar',
    running: 'Importando %{percent}%',
    title: 'Importar contatos',
    format:
      'Um arquivo CSV de até 20.000 contatos. A primeira linha nomeia as colunas: nome e numero, email se houver; as outras viram informações adicionais. Números com código do país e DDD.',
    choose: 'Escolher arquivo',
    again: 'Importar outro arquivo',
    sending: 'Enviando o arquivo…',
    waiting: 'Na fila…',
    progress: '%{position} de %{total} contatos',
    done: 'Importação concluída',
    failed: 'O arquivo não foi importado',
    created: 'Adicionados',
    skipped: 'Já existiam',
    refused: 'Com erro',
    errors: 'Linhas com erro',
    line: 'Linha %{line}',
    first_errors: 'Só as primeiras %{shown} são mostradas.',
    meanwhile: 'Pode fechar esta janela: a importação continua.',
  },
  merge: {
    action: 'Unir a outro contato',
    title: 'Unir %{name} a outro contato',
    with: 'Outro contato',
    hint: 'Digite pelo menos 3 caracteres',
    nothing: 'Nenhum outro contato encontrado',
    required: 'Escolha o outro contato',
    question:
      'Fica %{kept}, o mais antigo. Conversas, mensagens, observações e tags de %{gone} passam para ele. Isso não pode ser desfeito.',
    submit: 'Unir contatos',
  },
  personal: {
    download: 'Baixar dados pessoais',
    erase: 'Apagar dados pessoais',
    title: 'Apagar os dados de %{name}?',
    question:
      'Nome, número, e-mail, foto, informações, textos e arquivos das conversas são apagados para sempre. Ficam só os números das estatísticas. Para confirmar, digite o número do contato: %{number}',
    number: 'Número do contato',
    submit: 'Apagar para sempre',
  },
};

const en: SameKeys<typeof pt> = {
  group: 'Group',
  opted_out: 'No campaigns',
  start: 'Start a conversation',
  start_of: 'Start a conversation with %{name}',
  more_of: 'More actions for %{name}',
  export: 'Export',
  import: {
    open: 'Import',
    running: 'Importing %{percent}%',
    title: 'Import contacts',
    format:
      'A CSV file of up to 20,000 contacts. The first line names the columns: name and number, email if there is one; all others become additional information. Numbers with country and area code.',
    choose: 'Choose a file',
    again: 'Import another file',
    sending: 'Sending the file…',
    waiting: 'Waiting…',
    progress: '%{position} of %{total} contacts',
    done: 'Import completed',
    failed: 'The file was not imported',
    created: 'Added',
    skipped: 'Already existed',
    refused: 'With errors',
    errors: 'Lines with errors',
    line: 'Line %{line}',
    first_errors: 'Only the first %{shown} are shown.',
    meanwhile: 'You may close this window: the import continues.',
  },
  merge: {
    action: 'Merge with another contact',
    title: 'Merge %{name} with another contact',
    with: 'Other contact',
    hint: 'Type at least 3 characters',
    nothing: 'No other contact found',
    required: 'Choose the other contact',
    question:
      '%{kept}, the older one, stays. Conversations, messages, notes and tags of %{gone} move to it. This cannot be undone.',
    submit: 'Merge contacts',
  },
  personal: {
    download: 'Download personal data',
    erase: 'Erase personal data',
    title: 'Erase the data of %{name}?',
    question:
      'Name, number, e-mail, picture, additional information, texts and files of the conversations are permanently removed. Only statistical figures stay. To confirm, type the number of the contact: %{number}',
    number: 'Number of the contact',
    submit: 'Erase permanently',
  },
};

const es: SameKeys<typeof pt> = {
  group: 'Grupo',
  opted_out: 'Sin campañas',
  start: 'Iniciar conversación',
  start_of: 'Iniciar conversación con %{name}',
  more_of: 'Más acciones para %{name}',
  export: 'Exportar',
  import: {
    open: 'Importar',
    running: 'Importando %{percent}%',
    title: 'Importar contactos',
    format:
      'Un archivo CSV de hasta 20.000 contactos. La primera línea nombra las columnas: nombre y numero, email si lo hay; las demás pasan a ser información adicional. Números con código de país y área.',
    choose: 'Elegir archivo',
    again: 'Importar otro archivo',
    sending: 'Enviando el archivo…',
    waiting: 'En cola…',
    progress: '%{position} de %{total} contactos',
    done: 'Importación terminada',
    failed: 'El archivo no fue importado',
    created: 'Agregados',
    skipped: 'Ya existían',
    refused: 'Con error',
    errors: 'Líneas con error',
    line: 'Línea %{line}',
    first_errors: 'Solo se muestran las primeras %{shown}.',
    meanwhile: 'Puede cerrar esta ventana: la importación continúa.',
  },
  merge: {
    action: 'Unir a otro contacto',
    title: 'Unir %{name} a otro contacto',
    with: 'Otro contacto',
    hint: 'Escriba al menos 3 caracteres',
    nothing: 'No se encontró otro contacto',
    required: 'Elija el otro contacto',
    question:
      'Queda %{kept}, el más antiguo. Conversaciones, mensajes, notas y etiquetas de %{gone} pasan a él. Esto no se puede deshacer.',
    submit: 'Unir contactos',
  },
  personal: {
    download: 'Descargar datos personales',
    erase: 'Borrar datos personales',
    title: '¿Borrar los datos de %{name}?',
    question:
      'Nombre, número, correo, foto, información, textos y archivos de las conversaciones se borran para siempre. Solo quedan las cifras de las estadísticas. Para confirmar, escriba el número del contacto: %{number}',
    number: 'Número del contacto',
    submit: 'Borrar para siempre',
  },
};

/** The texts of the contacts' page. */
export const contacts = { pt, en, es };
