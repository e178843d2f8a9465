import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import type { PickerProps } from './picker';

// what only screens with a date need
const Picker = lazy(() => import('./picker'));

/** The one date field: typed or picked, dd/MM/yyyy in every language; with `time` also HH:mm. */
export function DateField(props: PickerProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={40} sx={props.sx} />}>
      <Picker {...props} />
    </Suspense>
  );
}
