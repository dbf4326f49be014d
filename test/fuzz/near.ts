/** Whether two values are the same but for the last digits of their floats, which engines compute differently. */
export function isNear(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') {
    return Math.abs(left - right) <= 1e-13 * Math.max(Math.abs(left), Math.abs(right));
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, i) => isNear(item, right[i]));
  }
  return left === right;
}
