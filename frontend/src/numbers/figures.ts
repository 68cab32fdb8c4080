// Numbers as litmus prints them.

/** Python's f"{x:.{d}f}", with no sign on zero: halves go to the even digit, unlike toFixed. */
export function fixed(x: number | null | undefined, decimals = 1): string {
  if (x === null || x === undefined || Number.isNaN(x)) return "n/a";
  const shown = x.toFixed(decimals);
  const scaled = Math.abs(x) * 10 ** decimals;
  const tie = scaled - Math.floor(scaled) === 0.5 && scaled / 10 ** decimals === Math.abs(x);
  const even = `${x < 0 ? "-" : ""}${(Math.floor(scaled) / 10 ** decimals).toFixed(decimals)}`;
  return (tie && Math.floor(scaled) % 2 === 0 ? even : shown).replace(/^-(?=[0.]+$)/, "");
}

/** Python's repr of a float. */
export function repr(x: number): string {
  const size = Math.abs(x);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [digits, power] = x.toExponential().split("e");
    return `${digits}e${power[0]}${power.slice(1).padStart(2, "0")}`;
  }
  return Number.isInteger(x) ? `${x}.0` : String(x);
}

export function whole(n: number): string {
  return n.toLocaleString("en-US");
}

export function arrow(column: { title: string; higher: boolean; ideal?: number | null }): string {
  if (column.ideal != null) return `${column.title} →${column.ideal}`;
  return `${column.title} ${column.higher ? "↑" : "↓"}`;
}

interface Shown {
  value: number | null;
  low: number | null;
  high: number | null;
}

export function interval(row: Shown, decimals = 1): string {
  return row.low === null || row.high === null
    ? ""
    : `[${fixed(row.low, decimals)}, ${fixed(row.high, decimals)}]`;
}

/** A share from 0 to 1; what is not certain is not shown as 100 %. */
export function percent(share: number): string {
  return share < 1 && share >= 0.995 ? ">\u00a099\u00a0%" : `${fixed(100 * share, 0)}\u00a0%`;
}
