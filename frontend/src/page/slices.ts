// Long work in slices, so that the page stays quick; the next piece of work stops the one before.

const SLICE = 12; // milliseconds

export class Slices<T> {
  private running = 0;

  /** Works through `steps`, calls `each` with what is not null, `done` at the end. */
  run(steps: Iterator<T | null>, each: (result: T) => void, done: () => void): void {
    const mine = ++this.running;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      if (mine !== this.running) return;
      const end = performance.now() + SLICE;
      while (performance.now() < end) {
        const { value, done: finished } = steps.next();
        if (finished) return done();
        if (value !== null) each(value);
      }
      channel.port2.postMessage(null);
    };
    channel.port2.postMessage(null);
  }

  stop(): void {
    this.running++;
  }
}
