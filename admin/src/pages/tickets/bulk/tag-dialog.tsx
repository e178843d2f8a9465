import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useTags } from '../../../conversation/tags/use-tags';
import { ChoiceField } from '../../../shared/choice-field';
import { FormDialog } from '../../../shared/form-dialog';

interface TagDialogProps {
  busy: boolean;
  onTag: (tagId: number) => void;
  onClose: () => void;
}

export default function TagDialog({ busy, onTag, onClose }: TagDialogProps) {
  const translate = useTranslate();
  const { tags } = useTags();
  const [tagId, setTagId] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  return (
    <FormDialog
      title={translate('list.bulk.tag_title')}
      submit={translate('ra.action.add')}
      busy={busy}
      onSubmit={() => {
        setTried(true);
        if (tagId !== null) onTag(tagId);
      }}
      onClose={onClose}
    >
      <ChoiceField
        required
        label={translate('list.bulk.tag_choice')}
        value={tagId}
        options={tags}
        error={tried && tagId === null ? translate('list.bulk.tag_required') : undefined}
        onChange={setTagId}
      />
    </FormDialog>
  );
}
