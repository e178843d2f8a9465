import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import PhoneIphone from '@mui/icons-material/PhoneIphone';
import Preview from '@mui/icons-material/VisibilityOutlined';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { TextPreview } from '../../../schema/inputs/variable-text';
import type { FormTabProps, StoreDraft } from '../../../schema/overrides';
import { ConfirmDialog } from '../../../shared/confirm-dialog';
import { ellipsis } from '../../../shared/ellipsis';
import { useNotifyError } from '../../../shared/error-text';
import { LoadFailed } from '../../../shared/load-failed';
import { SortableList, SortableLists } from '../../../shared/sortable-list';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { textSize } from '../../../shared/type-scale';
import { useSetting } from '../../../shared/use-setting';
import { useTask } from '../../../shared/use-task';
import { DepartmentMenus } from './department-menus';
import { OptionEditor } from './option-editor';
import { countBelow, findOption, type Option, useMenu, useMenuText } from './use-menu';

/** The option that is being written: an existing one, or a new one below another or, with null, at the top. */
type Draft = { id: number } | { below: number | null };

const keyOf = (draft: Draft) => ('id' in draft ? `edit:${draft.id}` : `add:${draft.below}`);

interface LevelProps {
  options: readonly Option[];
  parentId: number | null;
  label: string;
  draft: Draft | null;
  shown: number | null;
  readOnly: boolean;
  /** The draft has changes, which another one would discard. */
  changed: boolean;
  menu: ReturnType<typeof useMenu>;
  onWrite: (draft: Draft) => void;
  onDraft: (store: StoreDraft | null) => void;
  onClose: () => void;
  onShow: (id: number) => void;
  onDelete: (option: Option) => void;
  onMove: (listId: string, from: number, to: number) => void;
}

const listOf = (parentId: number | null) => `below:${parentId ?? 0}`;

/** The options of one menu, each with those below it. */
function Level({ options, parentId, label, ...shared }: LevelProps) {
  const translate = useTranslate();
  const { draft, shown, readOnly, changed, menu, onWrite, onDraft, onClose, onShow, onDelete, onMove } = shared;
  return (
    <>
      <SortableList
        id={listOf(parentId)}
        label={label}
        items={options}
        idOf={({ id }) => String(id)}
        nameOf={({ title }) => title}
        movable={!readOnly && draft === null}
        onMove={onMove}
      >
        {(option, { handle, buttons }) =>
          draft && 'id' in draft && draft.id === option.id ? (
            <OptionEditor
              initial={option}
              onSave={({ title, message }) => menu.update(option.id, { title, message })}
              onDraft={onDraft}
              onClose={onClose}
            />
          ) : (
            <>
              <Box
                sx={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  alignItems: 'center',
                  gap: 0.5,
                  minHeight: 40,
                  py: 0.5,
                  borderRadius: '10px',
                  bgcolor: shown === option.id ? 'atende.hover' : undefined,
                }}
              >
                {handle}
                <Box
                  component="span"
                  sx={{ minWidth: 24, textAlign: 'right', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
                >
                  {option.option}
                </Box>
                <Box sx={{ flex: '1 1 120px', minWidth: 0, px: 0.75 }}>
                  <Box sx={{ ...ellipsis, fontWeight: 500 }}>{option.title}</Box>
                  {option.message && (
                    <Box sx={{ ...ellipsis, color: 'text.secondary', fontSize: textSize.small }}>{option.message}</Box>
                  )}
                </Box>
                <Box sx={{ display: 'flex', ml: 'auto' }}>
                  {buttons}
                  <TooltipIconButton
                    size="small"
                    label={translate('departments.preview_of', { name: option.title })}
                    aria-pressed={shown === option.id}
                    onClick={() => onShow(option.id)}
                  >
                    <Preview fontSize="small" />
                  </TooltipIconButton>
                  {!readOnly && (
                    <>
                      <TooltipIconButton
                        size="small"
                        label={translate('departments.add_below', { name: option.title })}
                        data-draft={keyOf({ below: option.id })}
                        disabled={changed}
                        onClick={() => onWrite({ below: option.id })}
                      >
                        <Add fontSize="small" />
                      </TooltipIconButton>
                      <TooltipIconButton
                        size="small"
                        label={translate('departments.edit_option', { name: option.title })}
                        data-draft={keyOf({ id: option.id })}
                        disabled={changed}
                        onClick={() => onWrite({ id: option.id })}
                      >
                        <Edit fontSize="small" />
                      </TooltipIconButton>
                      <TooltipIconButton
                        size="small"
                        label={translate('departments.delete_option', { name: option.title })}
                        disabled={changed}
                        onClick={() => onDelete(option)}
                      >
                        <Delete fontSize="small" />
                      </TooltipIconButton>
                    </>
                  )}
                </Box>
              </Box>
              <Box sx={{ ml: { xs: 1.5, sm: 3.5 }, borderLeft: 1, borderColor: 'divider', pl: 1 }}>
                <Level {...shared} options={option.children} parentId={option.id} label={option.title} />
              </Box>
            </>
          )
        }
      </SortableList>
      {draft && 'below' in draft && draft.below === parentId && (
        <OptionEditor
          initial={{ title: '', message: '' }}
          onSave={(texts) => menu.create(parentId, texts)}
          onDraft={onDraft}
          onClose={onClose}
        />
      )}
    </>
  );
}

function MenuPreview({ queueId, option }: { queueId: number; option: Option | undefined }) {
  const translate = useTranslate();
  const text = useMenuText(queueId, option?.id ?? null);
  const form = useSetting('chatBotType');
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="h4" component="h3" sx={{ color: 'atende.faint' }}>
        {translate('departments.preview')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {option ? option.title : translate('departments.preview_start')}
      </Typography>
      {text !== undefined && (
        <TextPreview label={translate('departments.preview')} text={text} empty={translate('departments.nothing')} />
      )}
      {(form === 'list' || form === 'button') && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {translate(`departments.preview_as_${form}`)}
        </Typography>
      )}
    </Box>
  );
}

/** The menu of a department: its options as a tree, and what a customer gets. */
export default function OptionsTab({ record, readOnly, onDraft }: FormTabProps) {
  const translate = useTranslate();
  const queueId = Number(record.id);
  const menu = useMenu(queueId);
  const notifyError = useNotifyError();
  const { busy, run } = useTask();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [changed, setChanged] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const [deleting, setDeleting] = useState<Option | null>(null);
  const { options, error } = menu;
  if (error && !options) return <LoadFailed error={error} onRetry={menu.retry} />;
  if (!options) return <Skeleton variant="rounded" height={160} />;
  const siblingsOf = (listId: string) =>
    findOption(options, Number(listId.split(':')[1]))?.children ?? (listId === listOf(null) ? options : []);
  const move = (listId: string, from: number, to: number) =>
    void menu.move(siblingsOf(listId), from, to).catch(notifyError);
  function close() {
    setDraft(null);
    const opener = draft && `[data-draft="${keyOf(draft)}"]`;
    // the editor had the focus
    if (opener) window.setTimeout(() => document.querySelector<HTMLElement>(opener)?.focus());
  }
  const below = deleting ? countBelow(deleting) : 0;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, pt: 1 }}>
      <Typography variant="body2" sx={{ color: 'atende.faint' }}>
        {translate(options.length === 0 ? 'departments.no_options' : 'departments.options_lead')}
      </Typography>
      <DepartmentMenus queueId={queueId} readOnly={readOnly} />
      <SortableLists nameOf={(id) => findOption(options, Number(id))?.title ?? ''} onMove={move}>
        <Level
          options={options}
          parentId={null}
          label={translate('departments.options')}
          draft={draft}
          shown={shown}
          readOnly={readOnly}
          menu={menu}
          changed={changed}
          onWrite={setDraft}
          onDraft={(store) => {
            setChanged(store !== null);
            onDraft(store);
          }}
          onClose={close}
          onShow={(id) => setShown(shown === id ? null : id)}
          onDelete={setDeleting}
          onMove={move}
        />
      </SortableLists>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {!readOnly && (
          <Button
            size="small"
            variant="outlined"
            startIcon={<Add />}
            data-draft={keyOf({ below: null })}
            disabled={changed}
            onClick={() => setDraft({ below: null })}
          >
            {translate('departments.add_option')}
          </Button>
        )}
        <Button
          size="small"
          startIcon={<PhoneIphone />}
          component="a"
          href={`/sandbox?queueId=${queueId}`}
          target="_blank"
          rel="noopener"
        >
          {translate('departments.test_phone')}
        </Button>
      </Box>
      <MenuPreview queueId={queueId} option={findOption(options, shown)} />
      <ConfirmDialog
        open={deleting !== null}
        destructive
        busy={busy}
        title={translate('departments.delete_option', { name: deleting?.title ?? '' })}
        message={below > 0 ? translate('departments.delete_children', { smart_count: below }) : undefined}
        confirmLabel={translate('ra.action.delete')}
        onConfirm={() =>
          void run(async () => {
            // its text is not asked for any more
            setShown(null);
            if (deleting) await menu.remove(deleting.id);
          }).then(() => setDeleting(null))
        }
        onClose={() => setDeleting(null)}
      />
    </Box>
  );
}
