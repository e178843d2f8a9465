import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useLocaleState, useLocales, useTranslate } from 'react-admin';
import { Spoken } from '../../shared/spoken';
import { textSize } from '../../shared/type-scale';

/** Changes the language of this browser. */
export function LanguageSelect() {
  const translate = useTranslate();
  const [locale, setLocale] = useLocaleState();
  const locales = useLocales();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={locale}
      aria-label={translate('app.layout.language')}
      onChange={(_, next: string | null) => next && setLocale(next)}
    >
      {locales.map((each) => (
        <ToggleButton
          key={each.locale}
          value={each.locale}
          lang={each.locale}
          sx={{
            px: 1.25,
            py: 0.25,
            minHeight: 30,
            fontSize: textSize.caption,
            color: 'text.secondary',
            borderColor: 'divider',
            '&.Mui-selected, &.Mui-selected:hover': { color: 'primary.main', bgcolor: 'atende.priSoft' },
          }}
        >
          <span aria-hidden>{each.locale}</span>
          <Spoken>{each.name}</Spoken>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
