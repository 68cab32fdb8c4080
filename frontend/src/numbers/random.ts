// NumPy's default generator, so that an interval here is the one `litmus score` gives:
// PCG64 (O'Neill 2014, XSL-RR 128/64) seeded by SeedSequence, bounded draws by Lemire (2019).

const POOL = 4;

/** The 32-bit words that NumPy's SeedSequence makes of some whole numbers. */
export function seedWords(entropy: number[], count: number): Uint32Array {
  const source = entropy.flatMap(toWords);
  const pool = new Uint32Array(POOL);
  let constant = 0x43b0d7e5;
  const hash = (value: number): number => {
    let mixed = value ^ constant;
    constant = Math.imul(constant, 0x931e8875);
    mixed = Math.imul(mixed, constant);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const mix = (x: number, y: number): number => {
    const mixed = (Math.imul(0xca01f9dd, x) - Math.imul(0x4973f715, y)) | 0;
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  for (let i = 0; i < POOL; i++) pool[i] = hash(i < source.length ? source[i] : 0);
  for (let from = 0; from < POOL; from++)
    for (let to = 0; to < POOL; to++) if (from !== to) pool[to] = mix(pool[to], hash(pool[from]));
  for (let from = POOL; from < source.length; from++)
    for (let to = 0; to < POOL; to++) pool[to] = mix(pool[to], hash(source[from]));
  const words = new Uint32Array(count);
  let last = 0x8b51f9dd;
  for (let i = 0; i < count; i++) {
    let word = pool[i % POOL] ^ last;
    last = Math.imul(last, 0x58f38ded);
    word = Math.imul(word, last);
    words[i] = word ^ (word >>> 16);
  }
  return words;
}

function toWords(value: number): number[] {
  const words = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 2 ** 32))
    words.push(rest % 2 ** 32 >>> 0);
  return words.length ? words : [0];
}

/** The high half of a 32 x 32-bit product, as a signed number. */
function high(a: number, b: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const middle = (Math.imul(a1, b0) + (Math.imul(a0, b0) >>> 16)) | 0;
  const other = (Math.imul(a0, b1) + (middle & 0xffff)) | 0;
  return (Math.imul(a1, b1) + (middle >>> 16) + (other >>> 16)) | 0;
}

// The multiplier 0x2360ed051fc65da44385df649fccf645, least significant word first.
const M0 = 0x9fccf645 | 0;
const M1 = 0x4385df64;
const M2 = 0x1fc65da4;
const M3 = 0x2360ed05;
const TWO32 = 2 ** 32;

export class Generator {
  private readonly state = new Int32Array(4); // least significant word first, as all here
  private readonly increment = new Int32Array(4);
  private readonly buffer = new Uint32Array(2048);
  private used = 0;

  /** As `numpy.random.default_rng(entropy)`. */
  constructor(entropy: number[]) {
    // 64-bit words, low half first: state high, state low, increment high, increment low.
    const w = seedWords(entropy, 8);
    const initial = [w[2], w[3], w[0], w[1]];
    const stream = [w[6], w[7], w[4], w[5]];
    for (let k = 0; k < 4; k++)
      this.increment[k] = (stream[k] << 1) | (k ? stream[k - 1] >>> 31 : 1);
    this.fill(2);
    let carry = 0;
    for (let k = 0; k < 4; k++) {
      const sum = (this.state[k] >>> 0) + initial[k] + carry;
      this.state[k] = sum;
      carry = sum >= TWO32 ? 1 : 0;
    }
    this.fill(2);
    this.used = this.buffer.length;
  }

  /** 32 random bits at a time into the buffer; of each 64 the low half comes first. */
  private fill(size: number): void {
    let [s0, s1, s2, s3] = this.state;
    const [c0, c1, c2, c3] = this.increment;
    const buffer = this.buffer;
    for (let at = 0; at < size; at += 2) {
      // state = state x multiplier + increment, modulo 2^128
      let t = (Math.imul(s0, M0) >>> 0) + (c0 >>> 0);
      const n0 = t | 0;
      t =
        (t >= TWO32 ? 1 : 0) +
        (high(s0, M0) >>> 0) +
        (Math.imul(s0, M1) >>> 0) +
        (Math.imul(s1, M0) >>> 0) +
        (c1 >>> 0);
      const n1 = t | 0;
      t =
        Math.floor(t / TWO32) +
        (high(s0, M1) >>> 0) +
        (high(s1, M0) >>> 0) +
        (Math.imul(s0, M2) >>> 0) +
        (Math.imul(s1, M1) >>> 0) +
        (Math.imul(s2, M0) >>> 0) +
        (c2 >>> 0);
      const n2 = t | 0;
      s3 =
        (Math.floor(t / TWO32) +
          high(s0, M2) +
          high(s1, M1) +
          high(s2, M0) +
          Math.imul(s0, M3) +
          Math.imul(s1, M2) +
          Math.imul(s2, M1) +
          Math.imul(s3, M0) +
          c3) |
        0;
      s0 = n0;
      s1 = n1;
      s2 = n2;
      // the xor of the halves, turned right by the top six bits
      const turn = s3 >>> 26;
      const swap = turn >= 32;
      const low = swap ? s1 ^ s3 : s0 ^ s2;
      const top = swap ? s0 ^ s2 : s1 ^ s3;
      const by = turn & 31;
      buffer[at] = by ? (low >>> by) | (top << (32 - by)) : low;
      buffer[at + 1] = by ? (top >>> by) | (low << (32 - by)) : top;
    }
    this.state.set([s0, s1, s2, s3]);
  }

  /** 32 random bits. */
  word(): number {
    if (this.used === this.buffer.length) {
      this.fill(this.buffer.length);
      this.used = 0;
    }
    return this.buffer[this.used++];
  }

  /** A whole number from 0 up to `bound`, itself left out. */
  below(bound: number): number {
    if (bound <= 1) return 0;
    let product = this.word() * bound; // exact: bounds are far below 2^21
    let top = Math.floor(product / TWO32);
    if (product - top * TWO32 < bound) {
      const threshold = (TWO32 - bound) % bound;
      while (product - top * TWO32 < threshold) {
        product = this.word() * bound;
        top = Math.floor(product / TWO32);
      }
    }
    return top;
  }
}

/** How often each of n units is drawn when n are drawn with replacement: `trials` rows of n.
 * Pauses now and then; what it made comes back at the end. */
export function* bootstrapWeights(
  units: number,
  trials: number,
  seed: number,
): PausingFor<Uint8Array> {
  const generator = new Generator([seed, 1]);
  const weights = new Uint8Array(units * trials);
  for (let start = 0, drawn = 0; start < weights.length; start += units) {
    for (let i = 0; i < units; i++) weights[start + generator.below(units)]++;
    drawn += units;
    if (drawn > 100_000) {
      drawn = 0;
      yield null;
    }
  }
  return weights;
}

/** Long work in steps: null at every pause, the result at the end. */
export type PausingFor<T> = IterableIterator<null, T, undefined>;
