import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import { useTranslate } from 'react-admin';
import { TooltipIconButton } from '../../shared/tooltip-icon-button';
import { useThemeMode } from '../theme/use-theme-mode';

export function ThemeToggle() {
  const translate = useTranslate();
  const [mode, setMode] = useThemeMode();
  const label = translate(mode === 'dark' ? 'app.layout.to_light' : 'app.layout.to_dark');
  return (
    <TooltipIconButton label={label} onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}>
      {mode === 'dark' ? <LightMode /> : <DarkMode />}
    </TooltipIconButton>
  );
}
