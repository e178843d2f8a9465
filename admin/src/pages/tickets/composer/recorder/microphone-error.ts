export type MicrophoneFault = 'refused' | 'missing' | 'taken' | 'insecure' | 'failed';

/** Why there is nothing to hear; each has its sentence. */
export class MicrophoneError extends Error {
  constructor(readonly fault: MicrophoneFault) {
    super(`No microphone: ${fault}`);
    this.name = 'MicrophoneError';
  }
}
