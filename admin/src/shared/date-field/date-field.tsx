import { Skeleton } from '@mui/material';
import { lazy, Suspense } from 'react';
import type { PickerProps } from './picker';

// loaded only by screens with a date
const Picker = lazy(() => import('./picker'));

/** A typed or picked date, dd/MM/yyyy in every language; with `time` also HH:mm. */
export function DateField(props: PickerProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={40} sx={props.sx} />}>
      <Picker {...props} />
    </Suspense>
  );
}
