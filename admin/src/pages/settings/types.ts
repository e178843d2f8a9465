/** How a setting is asked for, as the server says it in the reader's language. */
export interface SettingFieldView {
  key: string;
  widget: 'toggle' | 'choice' | 'number' | 'text' | 'secret';
  label: string;
  help: string | null;
  max: number | null;
  options: { value: string; label: string }[];
}

export interface SettingGroupView {
  name: string;
  label: string;
  fields: SettingFieldView[];
}

export interface SettingValue {
  key: string;
  value: string;
}

/** When a day of the week begins and ends, HH:mm; the same moment for both: closed. */
export interface WorkingDay {
  weekday: string;
  weekdayEn: string;
  startTime: string;
  endTime: string;
}
