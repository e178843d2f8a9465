import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

/** An icon button whose tooltip is its accessible name. */
export function TooltipIconButton({ label, ...props }: IconButtonProps & { label: string }) {
  const button = <IconButton aria-label={label} {...props} />;
  // a disabled button has no pointer events, which the tooltip needs
  return <Tooltip title={label}>{props.disabled === undefined ? button : <span>{button}</span>}</Tooltip>;
}
