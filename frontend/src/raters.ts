// What raters say of the translations: people, judges, and metrics that mark errors.

import type { RatersBundle, SegmentsBundle } from "./bundle";

export interface ErrorSpan {
  rater: number;
  inSource: boolean;
  start: number;
  end: number; // start = end: nothing is marked, such as an omission
  severity: string;
  category: string;
}

export interface Rating {
  rater: number;
  score: number | null;
  asked: boolean; // whether errors were asked for
}

export type Gravity = "critical" | "major" | "minor" | "slight";
const GRAVITY: Record<string, Gravity> = { critical: "critical", major: "major", minor: "minor" };
const ORDER: Gravity[] = ["critical", "major", "minor", "slight"];
const FILE = "file:"; // in the address: all raters of a file
export const PEOPLE = "people:"; // in the address: all raters that are no metrics

/** How a severity is drawn: as one of three, or as less than them. */
export function gravity(severity: string): Gravity {
  return GRAVITY[severity.toLowerCase()] ?? "slight";
}

export function graver(a: Gravity, b: Gravity): Gravity {
  return ORDER[Math.min(ORDER.indexOf(a), ORDER.indexOf(b))];
}

const WIDTH = { errors: 5, rated: 3 } as const;

export class Raters {
  constructor(
    readonly about: RatersBundle,
    private readonly listed: SegmentsBundle,
  ) {}

  name(rater: number): string {
    return this.about.names[rater];
  }

  /** The errors marked in a translation, or in its source for it. */
  errors(system: number, segment: number, raters: Set<number>): ErrorSpan[] {
    const numbers = at(this.listed.errors[system], segment);
    const found: ErrorSpan[] = [];
    for (let i = 0; i < numbers.length; i += WIDTH.errors) {
      const [rater, side, start, length, kind] = numbers.slice(i, i + WIDTH.errors) as number[];
      const [severity, category] = this.about.kinds[kind];
      if (raters.has(rater))
        found.push({
          rater,
          inSource: side === 1,
          start,
          end: start + length,
          severity,
          category,
        });
    }
    return found;
  }

  ratings(system: number, segment: number, raters: Set<number>): Rating[] {
    const numbers = at(this.listed.rated[system], segment);
    const found: Rating[] = [];
    for (let i = 0; i < numbers.length; i += WIDTH.rated) {
      const [rater, score, asked] = numbers.slice(i, i + WIDTH.rated);
      if (raters.has(rater as number))
        found.push({ rater: rater as number, score, asked: asked === 1 });
    }
    return found;
  }

  /** The raters that a choice stands for: nobody chosen is everybody. */
  chosen(choice: string): Set<number> {
    const { names, files, metrics } = this.about;
    const all = names.map((_, k) => k);
    if (choice === PEOPLE) return new Set(all.filter((k) => !metrics[k]));
    if (choice.startsWith(FILE)) return new Set(all.filter((k) => FILE + files[k] === choice));
    return new Set(choice ? all.filter((k) => names[k] === choice) : all);
  }

  /** Whether there are people and metrics, whose errors are not to be added up. */
  get mixed(): boolean {
    return new Set(this.about.metrics).size > 1;
  }

  /** Their numbers, by name. */
  get sorted(): number[] {
    const { names } = this.about;
    const order = new Intl.Collator("en", { numeric: true });
    return names.map((_, k) => k).sort((a, b) => order.compare(names[a], names[b]));
  }

  /** What can be chosen: everybody, people, a file of several, one of them, or a metric. */
  choices(everybody: string): [string, string][] {
    const { names, files } = this.about;
    const several = [...new Set(files)].filter(
      (file) => file && files.filter((other) => other === file).length > 1,
    );
    return [
      ["", everybody],
      ...(this.mixed ? [[PEOPLE, "all people"] satisfies [string, string]] : []),
      ...several.map((file): [string, string] => [FILE + file, `all of ${file}`]),
      ...this.sorted.map((k): [string, string] => [names[k], names[k]]),
    ];
  }

  /** Severities, the gravest first; alike but for their case they are one. */
  get severities(): string[] {
    return distinct(this.about.kinds.map(([severity]) => severity)).sort(
      (a, b) => ORDER.indexOf(gravity(a)) - ORDER.indexOf(gravity(b)) || a.localeCompare(b),
    );
  }

  /** Categories, in the order of the alphabet. */
  get categories(): string[] {
    return distinct(this.about.kinds.map(([, category]) => category)).sort((a, b) =>
      a.localeCompare(b),
    );
  }
}

export function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function distinct(texts: string[]): string[] {
  return texts.filter((text, k) => texts.findIndex((other) => same(text, other)) === k);
}

/** The numbers of a segment; 0 stands for none, and for a system without any. */
function at<T>(packed: (T[] | 0)[] | 0, segment: number): T[] {
  return (packed && packed[segment]) || [];
}
