import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import type { FieldView, Widget } from './types';

export interface FieldProps {
  view: FieldView;
  record: RaRecord;
}

export interface InputProps {
  view: FieldView;
  /** The path of the value in the form; inside a repeated group it differs from the field's name. */
  source: string;
  creating: boolean;
}

export type Registry<P> = Record<Widget, ComponentType<P>>;

/** The component for a widget; an unknown widget throws in development and tests. */
export function pick<P>(registry: Registry<P>, view: FieldView): ComponentType<P> {
  const found = registry[view.widget];
  if (found) return found;
  if (import.meta.env.DEV) throw new Error(`Unknown widget '${view.widget}' of field '${view.name}'`);
  return registry.text;
}

/** Whether a switch is on; if it has options, the first one means on. */
export const isOn = ({ options }: FieldView, value: unknown): boolean =>
  options ? value === options[0]?.value : Boolean(value);

export function readValue(record: RaRecord, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), record);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
