import { useState } from 'react';
import type { Message } from '../model/types';

/**
 * The address of a picture's smallest version. What was shown first stays while the bubble does, so that neither one's
 * own file nor an original that is there already is fetched once more; what cannot be shown gives way to the original.
 */
export function usePictureSource({ mediaUrl, thumbUrl }: Message) {
  const wanted = thumbUrl ?? mediaUrl;
  const [source, setSource] = useState(wanted);
  const [broken, setBroken] = useState<string | null>(null);
  if (source === null && wanted !== null) setSource(wanted);
  return {
    source: mediaUrl === null || source === broken ? null : source,
    failed: () => {
      if (source === mediaUrl) setBroken(mediaUrl);
      else setSource(mediaUrl);
    },
  };
}
