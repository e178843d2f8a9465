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
import type { SvgIconTypeMap } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import { plainText } from '../model/text-format';

const names = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  application: 'application',
  locationMessage: 'location',
  contactMessage: 'contact',
  vcard: 'contact',
  multi_vcard: 'contact',
  call_log: 'call',
  sticker: 'sticker',
  interactive: 'interactive',
  template: 'template',
} as const;

type MediaKind = (typeof names)[keyof typeof names];

function isNamed(type: string): type is keyof typeof names {
  return type in names;
}

/** null for text. */
export function mediaKindOf(type: string): MediaKind | null {
  return isNamed(type) ? names[type] : null;
}

/** One line of text, or the name of the media kind. */
export function previewText(body: string, type: string, translate: (key: string) => string): string {
  if (type === 'deleted') return translate('message.deleted_short');
  const kind = mediaKindOf(type);
  const text = kind === 'contact' || kind === 'location' ? '' : plainText(body);
  if (text !== '') return text;
  return kind ? translate(`workspace.kind.${kind}`) : '';
}

const icons = {
  image: Picture,
  audio: Mic,
  video: Video,
  application: Document,
  location: Place,
  contact: Person,
  call: Call,
  sticker: Sticker,
  interactive: Choices,
  template: Template,
};

export function MediaKindIcon({ kind }: { kind: MediaKind }) {
  const Icon = icons[kind];
  return <Icon aria-hidden fontSize="mini" sx={{ flex: 'none' }} />;
}

type State = 'clock' | 'sent' | 'delivered' | 'read' | 'failed' | 'uncertain';

function tickState(ack: number, status?: string): State {
  if (status === 'failed') return 'failed';
  if (ack >= 3) return 'read';
  if (ack === 2) return 'delivered';
  if (ack === 1) return 'sent';
  return status === 'uncertain' ? 'uncertain' : 'clock';
}

const looks: Record<State, { Icon: ComponentType<SvgIconTypeMap['props']>; color: string }> = {
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
