import { lazy, useEffect } from 'react';
import { useShortcut } from '../../shared/shortcuts/use-shortcut';
import { LazyBoundary } from '../error-boundary';
import { type Overlay, useOverlay } from './use-overlay';

const dialogs = {
  palette: lazy(() => import('../palette/palette')),
  sheet: lazy(() => import('./shortcut-sheet')),
} satisfies Record<Overlay, unknown>;

/** The dialogs that open over any page, loaded on first use. */
export function Overlays() {
  const [open, setOpen] = useOverlay();
  useShortcut('palette', () => setOpen('palette'));
  useShortcut('sheet', () => setOpen('sheet'));
  useEffect(() => () => setOpen(null), [setOpen]);
  if (!open) return null;
  const Dialog = dialogs[open];
  const close = () => setOpen(null);
  return (
    <LazyBoundary key={open} onFailed={close}>
      <Dialog onClose={close} />
    </LazyBoundary>
  );
}
