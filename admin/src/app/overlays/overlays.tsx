import { lazy, useEffect } from 'react';
import { Later } from '../later';
import { useShortcut } from '../shortcuts/use-shortcut';
import { closeOverlay, type Overlay, openOverlay, useOverlay } from './overlay-store';

const views = {
  palette: lazy(() => import('../palette/palette')),
  sheet: lazy(() => import('../shortcuts/shortcut-sheet')),
  profile: lazy(() => import('../profile/profile-dialog')),
} satisfies Record<Overlay, unknown>;

/** The dialogs of the frame, loaded when they are first asked for. */
export function Overlays() {
  const open = useOverlay();
  useShortcut('palette', () => openOverlay('palette'));
  useShortcut('sheet', () => openOverlay('sheet'));
  useEffect(() => closeOverlay, []);
  if (!open) return null;
  const View = views[open];
  return (
    <Later key={open} onFailed={closeOverlay}>
      <View onClose={closeOverlay} />
    </Later>
  );
}
