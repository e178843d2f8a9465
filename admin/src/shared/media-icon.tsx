import Document from '@mui/icons-material/DescriptionOutlined';
import Picture from '@mui/icons-material/ImageOutlined';
import Audio from '@mui/icons-material/MicNoneOutlined';
import Video from '@mui/icons-material/VideocamOutlined';

/** The icon of a file, by its MIME type. */
export function MediaIcon({ mime, label }: { mime: string | null; label?: string }) {
  const family = mime?.split('/')[0];
  const Icon = family === 'image' ? Picture : family === 'audio' ? Audio : family === 'video' ? Video : Document;
  return <Icon titleAccess={label} aria-hidden={label ? undefined : true} fontSize="small" sx={{ flex: 'none' }} />;
}
