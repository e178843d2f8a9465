import Call from '@mui/icons-material/CallMissedOutlined';
import Template from '@mui/icons-material/DashboardCustomizeOutlined';
import Document from '@mui/icons-material/DescriptionOutlined';
import Sticker from '@mui/icons-material/EmojiEmotionsOutlined';
import Picture from '@mui/icons-material/ImageOutlined';
import Choices from '@mui/icons-material/ListAltOutlined';
import Mic from '@mui/icons-material/MicNoneOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import Place from '@mui/icons-material/PlaceOutlined';
import Video from '@mui/icons-material/VideocamOutlined';
import type { Kind } from './preview';

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

/** The small sign before a preview; the text beside it says the same. */
export function KindIcon({ kind }: { kind: Kind }) {
  const Icon = icons[kind];
  return <Icon aria-hidden fontSize="mini" sx={{ flex: 'none' }} />;
}
