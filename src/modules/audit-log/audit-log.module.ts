import { Module } from '@nestjs/common';
import { AuditLogController } from './audit-log.controller.js';
import './audit-log.page.js';
import { AuditLogService } from './audit-log.service.js';

/** Reads what core/audit writes. */
@Module({ controllers: [AuditLogController], providers: [AuditLogService] })
export class AuditLogModule {}
