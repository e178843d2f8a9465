// the global class of AudioWorkletGlobalScope, which the DOM types lack
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** A block lasts 43 ms at 48 kHz. */
const BLOCK = 2048;

/** Posts the samples of the microphone in blocks. */
class Pcm extends AudioWorkletProcessor {
  private block = new Float32Array(BLOCK);
  private filled = 0;

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0];
    if (samples) this.add(samples);
    return true;
  }

  // the browser passes 128 samples at a time, and a block is a multiple of that
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
