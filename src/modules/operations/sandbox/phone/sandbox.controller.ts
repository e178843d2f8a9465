import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { Allow, IdParam } from '../../../../core/access/decorators.js';
import { BodyLimit } from '../../../../core/requests/body-limits.js';
import { textParam } from '../../../../core/resource/list-query.js';
import { SandboxDeletionInput, SandboxEditInput, SandboxMessageInput, SandboxReadInput } from '../sandbox.dto.js';
import type { SandboxCustomer } from './sandbox.queries.js';
import { type SandboxMessage, SandboxService } from './sandbox.service.js';

@Controller('sandbox/:connectionId')
export class SandboxController {
  constructor(private readonly sandbox: SandboxService) {}

  @Get('customers')
  @Allow('admin')
  @ApiOperation({ summary: 'Customers of a sandbox connection' })
  customers(@IdParam('connectionId') connectionId: number): Promise<SandboxCustomer[]> {
    return this.sandbox.customers(connectionId);
  }

  @Get('messages')
  @Allow('admin')
  @ApiQuery({ name: 'number' })
  @ApiOperation({ summary: 'The newest messages with one customer' })
  async messages(
    @IdParam('connectionId') connectionId: number,
    @Query() query: Record<string, unknown>,
  ): Promise<{ messages: SandboxMessage[] }> {
    return { messages: await this.sandbox.messages(connectionId, textParam(query, 'number', 20)) };
  }

  @Post('messages')
  @HttpCode(202)
  @Allow('admin')
  @BodyLimit(10 * 1024 * 1024)
  @ApiOperation({ summary: 'A customer writes: the same way in as any provider' })
  write(@IdParam('connectionId') connectionId: number, @Body() input: SandboxMessageInput): Promise<{ id: string }> {
    return this.sandbox.write(connectionId, input);
  }

  @Post('edit')
  @HttpCode(202)
  @Allow('admin')
  @ApiOperation({ summary: 'A customer writes an own message anew' })
  async edit(
    @IdParam('connectionId') connectionId: number,
    @Body() { number, id, body }: SandboxEditInput,
  ): Promise<Record<string, never>> {
    await this.sandbox.editOrDelete(connectionId, number, id, body);
    return {};
  }

  @Post('delete')
  @HttpCode(202)
  @Allow('admin')
  @ApiOperation({ summary: 'A customer deletes an own message' })
  async delete(
    @IdParam('connectionId') connectionId: number,
    @Body() { number, id }: SandboxDeletionInput,
  ): Promise<Record<string, never>> {
    await this.sandbox.editOrDelete(connectionId, number, id, null);
    return {};
  }

  @Post('read')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'The customer opens the chat: our messages are read' })
  async read(
    @IdParam('connectionId') connectionId: number,
    @Body() { number }: SandboxReadInput,
  ): Promise<Record<string, never>> {
    await this.sandbox.read(connectionId, number);
    return {};
  }

  @Post('typing')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'A customer is writing; every few seconds' })
  async typing(
    @IdParam('connectionId') connectionId: number,
    @Body() { number }: SandboxReadInput,
  ): Promise<Record<string, never>> {
    await this.sandbox.typing(connectionId, number);
    return {};
  }
}
