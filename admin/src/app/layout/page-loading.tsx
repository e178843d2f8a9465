import LinearProgress from '@mui/material/LinearProgress';
import { useTranslate } from 'react-admin';

export function PageLoading() {
  const translate = useTranslate();
  return <LinearProgress aria-label={translate('ra.page.loading')} sx={{ height: 2 }} />;
}
