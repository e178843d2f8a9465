// What the scope of an audio worklet has besides that of a page.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Samples in one message: 43 ms at 48 kHz. */
const BLOCK = 2048;

/** Hands on what the microphone hears, in blocks. */
class Pcm extends AudioWorkletProcessor {
  private block = new Float32Array(BLOCK);
  private filled = 0;

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0];
    if (samples) this.add(samples);
    return true;
  }

  // The browser hands over 128 samples at a time, which divide a block.
  private add(samples: Float32Array): void {
    this.block.set(samples, this.filled);
    this.filled += samples.length;
    if (this.filled < BLOCK) return;
    this.port.postMessage(this.block, [this.block.buffer]);
    this.block = new Float32Array(BLOCK);
    this.filled = 0;
  }
}

registerProcessor('pcm', Pcm);
