import type { Db } from '../../core/database/db.js';
import type { Storage } from '../../core/storage/storage.js';
import { insertRows } from '../insert-rows.js';
import { attachmentColumns } from '../media/attach.js';
import type { Attachment } from '../script.js';

interface DemoQuickMessage {
  readonly shortcode: string;
  readonly message: string;
  /** Without it, it is the company's. */
  readonly own?: true;
  readonly attachment?: Attachment;
}

const quickMessages: readonly DemoQuickMessage[] = [
  { shortcode: 'ola', message: '{{greeting}}, {{firstName}}! Como posso ajudar?' },
  { shortcode: 'aguarde', message: 'Só um momento, {{firstName}}, já vou verificar.' },
  { shortcode: 'protocolo', message: 'Seu protocolo é *{{protocol}}*. Guarde este número, por favor.' },
  { shortcode: 'horario', message: 'Atendemos de segunda a sexta, das 8h às 18h, e aos sábados até as 12h.' },
  {
    shortcode: 'planos',
    message: 'Segue a nossa tabela de planos, {{firstName}}. Qualquer dúvida, é só chamar!',
    attachment: {
      kind: 'pdf',
      name: 'tabela-de-planos.pdf',
      lines: ['Tabela de planos', '', 'Mensal: R$ 89,90', 'Semestral: R$ 79,90 por mês', 'Anual: R$ 69,90 por mês'],
    },
  },
  { shortcode: 'retorno', message: 'Combinado! Volto a falar com você amanhã cedo.', own: true },
];

/** Some quick messages of the company, made by its manager, and one of an attendant's own. */
export async function writeQuickMessages(
  db: Db,
  storage: Storage,
  { companyId, managerId, attendantId }: { companyId: number; managerId: number; attendantId: number },
  createdAt: Date,
): Promise<void> {
  const rows = [];
  for (const { shortcode, message, own, attachment } of quickMessages) {
    const {
      media_type: _kind,
      data: _data,
      ...media
    } = await attachmentColumns(storage, companyId, attachment, createdAt);
    rows.push({
      company_id: companyId,
      user_id: own ? attendantId : managerId,
      shortcode,
      message,
      geral: !own,
      status: true,
      allow_view: true,
      allow_edit: false,
      ...media,
      created_at: createdAt,
      updated_at: createdAt,
    });
  }
  await insertRows(db, 'quick_messages', rows);
}
