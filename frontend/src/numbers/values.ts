// The value of summed counts: the formulas of litmus.metrics.formulas. NaN is no evidence.

export interface Ratio {
  kind: "ratio";
  scale: number;
  over: number[];
  under: number[];
}
export interface NGramPrecision {
  kind: "ngram-precision";
  orders: number;
}
export interface NGramF {
  kind: "ngram-f";
  beta: number;
}
export interface EditRate {
  kind: "edit-rate";
}
export type Formula = Ratio | NGramPrecision | NGramF | EditRate;

/** The value of the `width` sums that start at `at`. */
export function value(formula: Formula, sums: Float64Array, at: number, width: number): number {
  switch (formula.kind) {
    case "ratio":
      return ratio(formula, sums, at);
    case "ngram-precision":
      return ngramPrecision(formula, sums, at, width);
    case "ngram-f":
      return ngramF(formula, sums, at, width);
    case "edit-rate":
      return editRate(sums, at);
  }
}

function ratio({ scale, over, under }: Ratio, sums: Float64Array, at: number): number {
  let top = 0;
  let bottom = 0;
  for (let k = 0; k < over.length; k++) {
    top += over[k] * sums[at + k];
    bottom += under[k] * sums[at + k];
  }
  return bottom > 0 ? (scale * top) / bottom : NaN;
}

/** The mean of n-gram precisions, smoothed as sacreBLEU does, with a brevity penalty. */
function ngramPrecision(
  { orders }: NGramPrecision,
  sums: Float64Array,
  at: number,
  width: number,
): number {
  if (!(sums[at + width - 1] > 0)) return NaN;
  let logs = 0;
  let halved = 1;
  let any = false;
  for (let n = 0; n < orders; n++) {
    const correct = sums[at + 2 + n];
    const total = sums[at + 2 + orders + n];
    if (total === 0) return 0;
    if (correct > 0) any = true;
    else halved *= 2;
    logs += Math.log(correct > 0 ? correct / total : 1 / (halved * total));
  }
  if (!any) return 0;
  const [length, reference] = [sums[at], sums[at + 1]];
  const brevity = length < reference ? Math.exp(1 - reference / length) : 1;
  return 100 * brevity * Math.exp(logs / orders);
}

/** F-score of the mean precision and recall over the n-gram orders that occur. */
function ngramF({ beta }: NGramF, sums: Float64Array, at: number, width: number): number {
  if (!(sums[at + width - 1] > 0)) return NaN;
  let orders = 0;
  let precision = 0;
  let recall = 0;
  for (let k = at; k < at + width - 1; k += 3) {
    const [hypothesis, reference, match] = [sums[k], sums[k + 1], sums[k + 2]];
    if (!(hypothesis > 0 && reference > 0)) continue;
    orders++;
    precision += match / hypothesis;
    recall += match / reference;
  }
  precision /= Math.max(orders, 1);
  recall /= Math.max(orders, 1);
  const weight = beta * beta;
  const bottom = weight * precision + recall;
  return bottom > 0 ? (100 * (1 + weight) * precision * recall) / bottom : 0;
}

/** Edits per reference word. */
function editRate(sums: Float64Array, at: number): number {
  const [edits, length, segments] = [sums[at], sums[at + 1], sums[at + 2]];
  if (!(segments > 0)) return NaN;
  if (length > 0) return (100 * edits) / length;
  return edits > 0 ? 100 : 0;
}
