import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import Lightbox, { type ZoomRef } from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Download from 'yet-another-react-lightbox/plugins/download';
import Video from 'yet-another-react-lightbox/plugins/video';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import type { Message } from '../../model/types';
import { GalleryCaption } from './gallery-caption';
import { keyOf, picturesOf, slideOf } from './gallery-slides';
import { GalleryStyles } from './gallery-styles';
import { useGalleryLabels } from './use-gallery-labels';

const plugins = [Video, Zoom, Counter, Download];
const styles = { root: { '--yarl__portal_zindex': 1300 } };
/** Beyond its own pixels, so that small print can be read. */
const zooming = { scrollToZoom: true, maxZoomPixelRatio: 4 };

interface GalleryProps {
  message: Message;
  messages: readonly Message[];
  onClose: () => void;
}

/** The conversation's pictures and videos, one after the other, as large as the window allows and larger. */
export default function Gallery({ message, messages, onClose }: GalleryProps) {
  const translate = useTranslate();
  const { labels, separator } = useGalleryLabels();
  const zoom = useRef<ZoomRef>(null);
  const [shown, setShown] = useState(() => keyOf(message));
  const nameless = translate('workspace.message.image');
  const pictures = useMemo(() => picturesOf(messages), [messages]);
  const slides = useMemo(() => pictures.map((each) => slideOf(each, nameless)), [pictures, nameless]);
  const index = pictures.findIndex((each) => keyOf(each) === shown);
  const close = useEffectEvent(onClose);
  // taken back while somebody looks at it
  useEffect(() => {
    if (index === -1) close();
  }, [index]);
  if (index === -1) return null;
  const alone = slides.length < 2;
  const nothing = () => null;
  return (
    <>
      <GalleryStyles />
      <Lightbox
        open
        close={onClose}
        index={index}
        slides={slides}
        plugins={plugins}
        labels={labels}
        styles={styles}
        carousel={{ finite: true, preload: 1 }}
        controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
        zoom={{ ref: zoom, ...zooming }}
        counter={{ separator }}
        on={{
          view: ({ index: at }) => {
            const seen = pictures[at];
            if (seen) setShown(keyOf(seen));
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
          slideFooter: ({ slide }) => <GalleryCaption slide={slide} />,
          ...(alone && { buttonPrev: nothing, buttonNext: nothing }),
        }}
      />
    </>
  );
}
