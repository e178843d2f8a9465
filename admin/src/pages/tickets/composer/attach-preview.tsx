import { useTranslate } from 'react-admin';
import { FilePreview, useLocalUrl } from '../../../shared/file-preview';

/** The chosen file as the customer will get it. */
export function AttachPreview({ file }: { file: File }) {
  const { type, name, size } = file;
  const translate = useTranslate();
  return (
    <FilePreview
      fill
      url={useLocalUrl(file)}
      type={type}
      name={name || translate('workspace.kind.image')}
      size={size}
    />
  );
}
