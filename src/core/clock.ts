import { Injectable } from '@nestjs/common';

/** The current time, which tests replace. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
