import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { TooltipIconButton } from './tooltip-icon-button';
import { textSize } from './type-scale';
import { useCopyText } from './use-copy-text';

interface CodeBlockProps {
  /** The accessible name. */
  label: string;
  code: string;
  maxHeight?: number;
}

/** Code that scrolls in its own box, with a button that copies it. */
export function CodeBlock({ label, code, maxHeight = 420 }: CodeBlockProps) {
  const translate = useTranslate();
  const copy = useCopyText();
  return (
    <Box sx={{ position: 'relative', minWidth: 0 }}>
      <Box
        component="pre"
        role="region"
        aria-label={label}
        // scrolled by keyboard
        tabIndex={0}
        sx={{
          m: 0,
          p: 1.75,
          pr: 6,
          maxHeight,
          overflow: 'auto',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          border: 1,
          borderColor: 'divider',
          borderRadius: '10px',
          bgcolor: 'background.default',
          fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
          fontSize: textSize.caption,
          lineHeight: 1.6,
        }}
      >
        {code}
      </Box>
      <TooltipIconButton
        size="small"
        label={translate('api.copy_of', { name: label })}
        tooltip={translate('api.copy')}
        onClick={() => void copy(code)}
        sx={{ position: 'absolute', top: 8, right: 8, bgcolor: 'background.paper' }}
      >
        <ContentCopy fontSize="small" />
      </TooltipIconButton>
    </Box>
  );
}
