import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { useThemeMode } from '../theme/use-theme-mode';

export function ThemeToggle() {
  const translate = useTranslate();
  const [mode, setMode] = useThemeMode();
  const label = translate(mode === 'dark' ? 'app.layout.to_light' : 'app.layout.to_dark');
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}>
        {mode === 'dark' ? <LightMode /> : <DarkMode />}
      </IconButton>
    </Tooltip>
  );
}
