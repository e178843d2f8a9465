import type { Schemas } from '../providers/api-types';
import type { SocketEventName } from '../providers/socket-events';

export type FieldView = Schemas['FieldView'];
export type Widget = FieldView['widget'];
export type PageView = Schemas['PageView'];
export type MenuEntry = NonNullable<PageView['menu']>;
export type ResourceView = Omit<Schemas['ResourceView'], 'live'> & { live: SocketEventName | null };
export type ResourcesDocument = Omit<Schemas['ResourcesDocument'], 'resources'> & { resources: ResourceView[] };
