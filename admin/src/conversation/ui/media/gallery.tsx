import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import { Box, GlobalStyles } from '@mui/material';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import Lightbox, { type Slide, type ZoomRef } from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Download from 'yet-another-react-lightbox/plugins/download';
import Video from 'yet-another-react-lightbox/plugins/video';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { MediaFailed } from '../../../shared/media';
import { mediaSizeOf } from '../../model/files';
import { messageKey, viewerKindOf } from '../../model/message-content';
import { plainText } from '../../model/text-format';
import type { Message } from '../../model/types';

const dark = 'rgba(8, 15, 28, 0.62)';
const onDark = { color: '#fff', background: dark };

const rules = {
  '.yarl__root': {
    '--yarl__color_backdrop': 'rgba(8, 15, 28, 0.96)',
    '--yarl__color_button': '#fff',
    '--yarl__color_button_disabled': 'rgba(255, 255, 255, 0.45)',
    '--yarl__button_background_color': dark,
    '--yarl__button_filter': 'none',
    '--yarl__icon_size': '24px',
    '--yarl__navigation_button_padding': '12px',
    '--yarl__toolbar_padding': '12px',
  },
  // readable on white pictures too
  '.yarl__root .yarl__button': { borderRadius: 99 },
  '.yarl__root .yarl__button:focus-visible': { outline: '2px solid #fff', outlineOffset: -2 },
  '.yarl__root .yarl__toolbar': { gap: 8 },
  '.yarl__root .yarl__navigation_prev': { left: 12 },
  '.yarl__root .yarl__navigation_next': { right: 12 },
  '.yarl__root .yarl__counter': {
    top: 12,
    left: 12,
    margin: 0,
    padding: '8px 14px',
    borderRadius: 99,
    background: dark,
    filter: 'none',
  },
};

const isPicture = (message: Message) => ['image', 'video'].includes(viewerKindOf(message) ?? '');

/** `nameless`: the alternative text of a picture without caption; `attempt`: of loading what has failed. */
function slideOf(message: Message, nameless: string, attempt: number): Slide {
  const url = `${message.mediaUrl ?? ''}${attempt > 0 ? `#${attempt}` : ''}`;
  const words = plainText(message.body);
  const size = mediaSizeOf(message);
  const file = { download: { url, filename: message.mediaName ?? '' }, title: words };
  if (viewerKindOf(message) !== 'video') return { ...file, src: url, alt: words || nameless, ...size };
  const sources = [{ src: url, type: message.mediaMime ?? 'video/mp4' }];
  return { ...file, type: 'video', sources, poster: message.thumbUrl ?? undefined, preload: 'metadata', ...size };
}

function GalleryCaption({ slide }: { slide: Slide }) {
  const words = 'title' in slide && typeof slide.title === 'string' ? slide.title : '';
  if (words === '') return null;
  return (
    <Box
      sx={{
        position: 'absolute',
        insetInline: 0,
        bottom: slide.type === 'video' ? 64 : 0,
        px: 2,
        py: 1.5,
        textAlign: 'center',
        color: '#fff',
        background: 'linear-gradient(transparent, rgba(8, 15, 28, 0.8))',
        pointerEvents: 'none',
        overflowWrap: 'anywhere',
        display: '-webkit-box',
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: 3,
        overflow: 'hidden',
      }}
    >
      {words}
    </Box>
  );
}

const plugins = [Video, Zoom, Counter, Download];
const styles = { root: { '--yarl__portal_zindex': 1300 } };
/** Beyond 100 %, for small print. */
const zooming = { scrollToZoom: true, maxZoomPixelRatio: 4 };

interface GalleryProps {
  message: Message;
  messages: readonly Message[];
  onClose: () => void;
}

/** The pictures and videos of a conversation in a lightbox. */
export default function Gallery({ message, messages, onClose }: GalleryProps) {
  const translate = useTranslate();
  const zoom = useRef<ZoomRef>(null);
  const [shown, setShown] = useState(() => messageKey(message));
  const nameless = translate('workspace.message.image');
  const pictures = useMemo(() => messages.filter(isPicture), [messages]);
  const [attempt, setAttempt] = useState(0);
  const slides = useMemo(() => pictures.map((each) => slideOf(each, nameless, attempt)), [pictures, nameless, attempt]);
  const index = pictures.findIndex((each) => messageKey(each) === shown);
  const close = useEffectEvent(onClose);
  // deleted while it is shown
  useEffect(() => {
    if (index === -1) close();
  }, [index]);
  if (index === -1) return null;
  const alone = slides.length < 2;
  const nothing = () => null;
  return (
    <>
      <GlobalStyles styles={rules} />
      <Lightbox
        open
        close={onClose}
        index={index}
        slides={slides}
        plugins={plugins}
        labels={{
          Previous: translate('media.previous'),
          Next: translate('media.next'),
          Close: translate('ra.action.close'),
          Lightbox: translate('media.gallery'),
          Carousel: translate('media.list'),
          'Photo gallery': translate('media.gallery'),
          Slide: translate('media.item'),
          '{index} of {total}': translate('media.position', { index: '{index}', total: '{total}' }),
          'Zoom in': translate('media.zoom_in'),
          'Zoom out': translate('media.zoom_out'),
          Download: translate('media.download'),
        }}
        styles={styles}
        carousel={{ finite: true, preload: 1 }}
        controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
        zoom={{ ref: zoom, ...zooming }}
        counter={{ separator: translate('media.of') }}
        on={{
          view: ({ index: at }) => {
            const seen = pictures[at];
            if (seen) setShown(messageKey(seen));
          },
        }}
        portal={{
          container: {
            onKeyDown: ({ key }: KeyboardEvent) => {
              if (key === '0') zoom.current?.changeZoom(1);
            },
          },
        }}
        render={{
          iconError: () => <MediaFailed kind="image" onRetry={() => setAttempt((count) => count + 1)} style={onDark} />,
          slideFooter: ({ slide }) => <GalleryCaption slide={slide} />,
          ...(alone && { buttonPrev: nothing, buttonNext: nothing }),
        }}
      />
    </>
  );
}
