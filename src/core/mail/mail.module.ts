import { Global, Module } from '@nestjs/common';
import { AppConfig } from '../config/config.js';
import { FileMail } from './file-mail.js';
import { Mail } from './mail.js';
import { SmtpMail } from './smtp-mail.js';

@Global()
@Module({
  providers: [
    {
      provide: Mail,
      inject: [AppConfig],
      useFactory: (config: AppConfig): Mail =>
        config.smtpUrl === null ? new FileMail(config) : new SmtpMail(config.smtpUrl, config),
    },
  ],
  exports: [Mail],
})
export class MailModule {}
