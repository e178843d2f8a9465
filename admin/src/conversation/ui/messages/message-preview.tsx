import Call from '@mui/icons-material/CallMissedOutlined';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Template from '@mui/icons-material/DashboardCustomizeOutlined';
import Document from '@mui/icons-material/DescriptionOutlined';
import Done from '@mui/icons-material/Done';
import DoneAll from '@mui/icons-material/DoneAll';
import Sticker from '@mui/icons-material/EmojiEmotionsOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Picture from '@mui/icons-material/ImageOutlined';
import Choices from '@mui/icons-material/ListAltOutlined';
import Mic from '@mui/icons-material/MicNoneOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import Place from '@mui/icons-material/PlaceOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Video from '@mui/icons-material/VideocamOutlined';
import { useTranslate } from 'react-admin';
import { plainText } from '../../model/text-format';

interface MediaKind {
  /** Of its text, `workspace.kind.…`. */
  name: string;
  /** What events say instead, in Portuguese (`src/modules/channels/connections/message-words.dto.ts`). */
  word: string;
  Icon: typeof Picture;
}

const contact: MediaKind = { name: 'contact', word: 'Contato', Icon: Person };

/** By message type; text has none. */
const kinds: Readonly<Record<string, MediaKind>> = {
  image: { name: 'image', word: 'Foto', Icon: Picture },
  audio: { name: 'audio', word: 'Mensagem de voz', Icon: Mic },
  video: { name: 'video', word: 'Vídeo', Icon: Video },
  application: { name: 'application', word: 'Documento', Icon: Document },
  locationMessage: { name: 'location', word: 'Localização', Icon: Place },
  contactMessage: contact,
  vcard: contact,
  multi_vcard: contact,
  call_log: { name: 'call', word: 'Chamada perdida', Icon: Call },
  sticker: { name: 'sticker', word: 'Figurinha', Icon: Sticker },
  interactive: { name: 'interactive', word: 'Mensagem interativa', Icon: Choices },
  template: { name: 'template', word: 'Modelo de mensagem', Icon: Template },
};

/** Rows of other systems may have neither a text nor a type that is known; a conversation without messages has no text either. */
const wordless = (type: string, translate: (key: string) => string): string =>
  type === 'chat' ? '' : translate('workspace.message.unsupported');

/** One line of text, or the name of the media kind. */
export function previewText(body: string, type: string, translate: (key: string) => string): string {
  if (type === 'deleted') return translate('message.deleted_short');
  const kind = kinds[type];
  const text = kind === contact || type === 'locationMessage' ? '' : plainText(body);
  if (text === '' || text === kind?.word)
    return kind ? translate(`workspace.kind.${kind.name}`) : wordless(type, translate);
  return text;
}

export function MediaKindIcon({ type }: { type: string }) {
  const Icon = kinds[type]?.Icon;
  return Icon && <Icon aria-hidden fontSize="mini" sx={{ flex: 'none' }} />;
}

function tickState(ack: number, status?: string) {
  if (status === 'failed' || status === 'unreached') return status;
  if (ack >= 3) return 'read';
  if (ack === 2) return 'delivered';
  if (ack === 1) return 'sent';
  return status === 'uncertain' ? 'uncertain' : 'clock';
}

const looks = {
  clock: { Icon: Schedule, color: 'inherit' },
  sent: { Icon: Done, color: 'inherit' },
  delivered: { Icon: DoneAll, color: 'inherit' },
  read: { Icon: DoneAll, color: 'primary.main' },
  failed: { Icon: ErrorOutline, color: 'error.main' },
  unreached: { Icon: CloudOff, color: 'warning.main' },
  uncertain: { Icon: Schedule, color: 'warning.main' },
};

/** The delivery status of an own message. */
export function Ticks({ ack, status, size = 15 }: { ack: number; status?: string; size?: number }) {
  const translate = useTranslate();
  const state = tickState(ack, status);
  const { Icon, color } = looks[state];
  const label = translate(`workspace.ack.${state}`);
  return <Icon titleAccess={label} data-state={state} sx={{ fontSize: size, color, flex: 'none' }} />;
}
