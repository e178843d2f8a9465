import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';

export function FormLoading({ titleId, title, fields }: { titleId: string; title: string; fields: number }) {
  return (
    <>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent aria-busy sx={{ display: 'grid', gap: 2 }}>
        {Array.from({ length: Math.min(fields, 6) }, (_, index) => (
          <Skeleton key={index} variant="rounded" height={40} />
        ))}
      </DialogContent>
    </>
  );
}
