import Switch from '@mui/material/Switch';
import { styled } from '@mui/material/styles';

/** A switch whose hidden input is no wider than itself: at the edge of a phone it would let the page scroll sideways. */
export const CompactSwitch = styled(Switch)({ '&& .MuiSwitch-input': { left: 0, width: '100%' } });
