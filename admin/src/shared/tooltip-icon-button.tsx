import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

interface TooltipIconButtonProps extends IconButtonProps {
  /** The accessible name. */
  label: string;
  /** The label unless said otherwise. */
  tooltip?: string;
}

/** An icon button with a tooltip. */
export function TooltipIconButton({ label, tooltip = label, ...props }: TooltipIconButtonProps) {
  const button = <IconButton aria-label={label} {...props} />;
  // a disabled button has no pointer events, which the tooltip needs
  return <Tooltip title={tooltip}>{props.disabled === undefined ? button : <span>{button}</span>}</Tooltip>;
}
