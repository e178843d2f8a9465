import { FilePreview, useLocalUrl } from '../../../shared/file-preview';

/** The chosen file as the customer will get it. */
export function AttachPreview({ file }: { file: File }) {
  const { type, name, size } = file;
  return <FilePreview url={useLocalUrl(file)} type={type} name={name} size={size} />;
}
