import { Module } from '@nestjs/common';
import { EmptyListsController } from './empty-lists.controller.js';

/** Lists that existing clients ask for at each load: an error there would be shown to everybody each time. */
@Module({ controllers: [EmptyListsController] })
export class EmptyListsModule {}
