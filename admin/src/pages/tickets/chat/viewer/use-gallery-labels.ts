import { useMemo } from 'react';
import { useTranslate } from 'react-admin';

/** What the gallery says, in the words of this language. */
export function useGalleryLabels() {
  const translate = useTranslate();
  return useMemo(
    () => ({
      separator: translate('media.of'),
      labels: {
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
      },
    }),
    [translate],
  );
}
