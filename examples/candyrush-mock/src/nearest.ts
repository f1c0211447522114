// The nearest few of a table, for snapshots: by distance, then by id. Scratch space is kept between calls; it never
// holds anything that counts.

const sizeMax = 1024;
const squares = new Float64Array(sizeMax);
const order = new Int32Array(sizeMax);

interface Placed {
  readonly count: number;
  readonly id: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Indices of the entries nearest to the point, nearest first, at most `most` of them (`Infinity`: all). */
export function nearestOf(
  table: Placed,
  x: number,
  y: number,
  most: number,
  wanted?: (index: number) => boolean,
): number[] {
  let kept = 0;
  for (let index = 0; index < table.count; index++) {
    if (wanted !== undefined && !wanted(index)) continue;
    const dx = (table.x[index] as number) - x;
    const dy = (table.y[index] as number) - y;
    const square = dx * dx + dy * dy;
    if (most === Number.POSITIVE_INFINITY) {
      squares[index] = square;
      order[kept++] = index;
      continue;
    }
    if (kept === most) {
      if (kept === 0 || !isBefore(table, square, index, order[kept - 1] as number)) continue;
      kept--;
    }
    squares[index] = square;
    let at = kept++;
    while (at > 0 && isBefore(table, square, index, order[at - 1] as number)) {
      order[at] = order[at - 1] as number;
      at--;
    }
    order[at] = index;
  }
  const found = Array.from(order.subarray(0, kept));
  if (most !== Number.POSITIVE_INFINITY) return found;
  return found.sort(
    (a, b) => (squares[a] as number) - (squares[b] as number) || (table.id[a] as number) - (table.id[b] as number),
  );
}

function isBefore(table: Placed, square: number, index: number, other: number): boolean {
  const otherSquare = squares[other] as number;
  return square < otherSquare || (square === otherSquare && (table.id[index] as number) < (table.id[other] as number));
}
