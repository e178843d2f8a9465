import Call from '@mui/icons-material/CallMissedOutlined';
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
import { plainText } from '../model/text-format';

interface MediaKind {
  /** Of its text, `workspace.kind.…`. */
  name: string;
  Icon: typeof Picture;
}

const contact: MediaKind = { name: 'contact', Icon: Person };

/** By message type; text has none. */
const kinds: Readonly<Record<string, MediaKind>> = {
  image: { name: 'image', Icon: Picture },
  audio: { name: 'audio', Icon: Mic },
  video: { name: 'video', Icon: Video },
  application: { name: 'application', Icon: Document },
  locationMessage: { name: 'location', Icon: Place },
  contactMessage: contact,
  vcard: contact,
  multi_vcard: contact,
  call_log: { name: 'call', Icon: Call },
  sticker: { name: 'sticker', Icon: Sticker },
  interactive: { name: 'interactive', Icon: Choices },
  template: { name: 'template', Icon: Template },
};

/** One line of text, or the name of the media kind. */
export function previewText(body: string, type: string, translate: (key: string) => string): string {
  if (type === 'deleted') return translate('message.deleted_short');
  const kind = kinds[type];
  const text = kind === contact || type === 'locationMessage' ? '' : plainText(body);
  return text === '' && kind ? translate(`workspace.kind.${kind.name}`) : text;
}

export function MediaKindIcon({ type }: { type: string }) {
  const Icon = kinds[type]?.Icon;
  return Icon && <Icon aria-hidden fontSize="mini" sx={{ flex: 'none' }} />;
}

function tickState(ack: number, status?: string) {
  if (status === 'failed') return 'failed';
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
