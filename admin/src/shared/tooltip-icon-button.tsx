import { IconButton, type IconButtonProps, Tooltip } from '@mui/material';

interface TooltipIconButtonProps extends IconButtonProps {
  /** The accessible name. */
  label: string;
  tooltip?: string;
}

export function TooltipIconButton({ label, tooltip = label, ...props }: TooltipIconButtonProps) {
  const button = <IconButton aria-label={label} {...props} />;
  // a disabled button has no pointer events, which the tooltip needs
  return <Tooltip title={tooltip}>{props.disabled === undefined ? button : <span>{button}</span>}</Tooltip>;
}
