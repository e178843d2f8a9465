import { Box, DialogContent, Tab, Tabs, Typography } from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { controlOf } from '../../shared/focus';
import { Spoken } from '../../shared/spoken';
import { FieldInput } from '../inputs';
import { overridesOf, type StoreDraft } from '../overrides';
import type { FieldView, ResourceView, Widget } from '../types';
import { applies } from './form-values';

const wide: readonly Widget[] = ['multiline', 'list', 'references', 'choices'];

interface FormFieldsProps {
  view: ResourceView;
  fields: FieldView[];
  creating: boolean;
}

/** The inputs in their groups, two per line if there is room. */
function FormFields({ view, fields, creating }: FormFieldsProps) {
  const groups = [...Map.groupBy(fields, ({ group = '' }) => group)];
  return groups.map(([group, members]) => (
    <Box key={group} sx={{ pt: 1, pb: 1.5 }}>
      {group && (
        <Typography variant="h4" component="h3" sx={{ color: 'atende.faint', mb: 1.5 }}>
          {group}
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        {members.map((field) => (
          <Box
            key={field.name}
            data-field={field.name}
            sx={{ minWidth: 0, gridColumn: wide.includes(field.widget) ? '1 / -1' : undefined }}
          >
            <FieldInput resource={view.name} view={field} source={field.name} creating={creating} />
          </Box>
        ))}
      </Box>
    </Box>
  ));
}

interface FormTabsProps extends Omit<FormFieldsProps, 'creating'> {
  /** null for a new record. */
  record: RaRecord | null;
  readOnly: boolean;
  onDraft: (store: StoreDraft | null) => void;
  /** Whether the tab in sight is one of those whose changes are saved by themselves. */
  onOwnTab: (own: boolean) => void;
  /** Shown above the fields of the first tab. */
  children: ReactNode;
}

const focusable = 'input:not([type=hidden]):not([disabled]), textarea:not([disabled]), [role=combobox], button';

/** After a refused save, opens the tab of the first invalid field and focuses the field. */
function useFirstError(fields: FieldView[], open: (field: FieldView) => void) {
  const panels = useRef<HTMLDivElement>(null);
  const { errors, submitCount } = useFormState();
  // each refusal creates a new object, and the field is focused once its tab is rendered
  const [target, setTarget] = useState<{ name: string } | null>(null);
  const show = useEffectEvent(() => {
    const field = fields.find(({ name }) => errors[name] !== undefined);
    if (!field) return;
    open(field);
    setTarget({ name: field.name });
  });
  useEffect(() => {
    if (submitCount > 0) show();
  }, [submitCount]);
  useEffect(() => {
    const input = target && panels.current?.querySelector(`[data-field="${target.name}"]`);
    if (!input) return;
    const control = input.querySelector('[aria-invalid=true]') ?? input.querySelector(focusable);
    if (control instanceof HTMLElement) controlOf(control).focus({ preventScroll: true });
    input.scrollIntoView({ block: 'center' });
  }, [target]);
  return { panels, errors };
}

/** The applicable fields, with tabs if there is more than one. All stay mounted, so that all are validated. */
export function FormTabs({ view, fields, record, readOnly, onDraft, onOwnTab, children }: FormTabsProps) {
  const translate = useTranslate();
  const id = useId();
  const conditions = [...new Set(fields.flatMap(({ when }) => when?.field ?? []))];
  const values = useWatch({ name: conditions });
  const answers = Object.fromEntries(conditions.map((name, index) => [name, values[index]]));
  const shown = fields.filter((field) => applies(field, answers));
  const tabOf = (field: FieldView) => field.tab ?? view.singular;
  const extra = new Map((overridesOf(view.name).tabs ?? []).map((tab) => [translate(tab.label), tab]));
  const tabs = [...new Set([...shown.map(tabOf), ...extra.keys()])];
  const [chosen, setChosen] = useState<string | null>(null);
  // opened tabs stay mounted, so that their unsaved text is not lost
  const [opened, setOpened] = useState<readonly string[]>([]);
  const current = chosen !== null && tabs.includes(chosen) ? chosen : (tabs[0] ?? '');
  const inOwnTab = extra.has(current);
  useEffect(() => onOwnTab(inOwnTab), [inOwnTab, onOwnTab]);
  const { panels, errors } = useFirstError(shown, (field) => setChosen(tabOf(field)));
  const storeOrOpen = (tab: string, store: StoreDraft) => async () => {
    const stored = await store();
    if (!stored) setChosen(tab);
    return stored;
  };
  const faulty = new Set(shown.filter(({ name }) => errors[name] !== undefined).map(tabOf));
  return (
    <>
      {tabs.length > 1 && (
        <Tabs
          value={current}
          onChange={(_, next: string) => {
            setChosen(next);
            setOpened([...opened, next]);
          }}
          variant="scrollable"
          allowScrollButtonsMobile
          // six tabs must fit into a dialog of 600 px
          sx={{
            borderBottom: 1,
            borderColor: 'divider',
            px: 1.5,
            flex: 'none',
            '& .MuiTab-root': { minWidth: 0, px: 1.5 },
          }}
        >
          {tabs.map((tab, index) => (
            <Tab
              key={tab}
              value={tab}
              id={`${id}-tab-${index}`}
              aria-controls={`${id}-panel-${index}`}
              label={
                <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
                  {tab}
                  {faulty.has(tab) && (
                    <Box component="span" sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'error.main' }}>
                      <Spoken>{translate('app.form.tab_faulty')}</Spoken>
                    </Box>
                  )}
                </Box>
              }
            />
          ))}
        </Tabs>
      )}
      {/* the tabs stay where they are while most of them are opened */}
      <DialogContent ref={panels} sx={{ minHeight: tabs.length > 1 ? { sm: 'min(440px, 60vh)' } : undefined }}>
        {tabs.map((tab, index) => {
          const own = extra.get(tab);
          return (
            <Box
              key={tab}
              role={tabs.length > 1 ? 'tabpanel' : undefined}
              id={`${id}-panel-${index}`}
              aria-labelledby={tabs.length > 1 ? `${id}-tab-${index}` : undefined}
              hidden={tab !== current}
            >
              {index === 0 && children}
              <FormFields view={view} fields={shown.filter((field) => tabOf(field) === tab)} creating={!record} />
              {own && !record && (
                <Typography variant="body2" sx={{ color: 'text.secondary', py: 1 }}>
                  {translate(own.afterSaving)}
                </Typography>
              )}
              {own && record && opened.includes(tab) && (
                <own.Content
                  record={record}
                  readOnly={readOnly}
                  onDraft={(store) => onDraft(store && storeOrOpen(tab, store))}
                />
              )}
            </Box>
          );
        })}
      </DialogContent>
    </>
  );
}
