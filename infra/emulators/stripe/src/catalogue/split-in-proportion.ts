/** Splits `sum` in proportion to `amounts`, so that the parts add up exactly. */
export function splitInProportion(sum: number, amounts: readonly number[]): number[] {
  let amountsLeft = amounts.reduce((total, amount) => total + amount, 0);
  let sumLeft = sum;
  return amounts.map((amount) => {
    if (amount === 0) return 0;
    const part = Math.round((sumLeft * amount) / amountsLeft);
    amountsLeft -= amount;
    sumLeft -= part;
    return part;
  });
}

/** Half a cent is rounded as `half` says; in integers because the product may exceed what a float holds exactly. */
export function roundedShare(
  amount: number,
  left: number,
  whole: number,
  half: 'down' | 'up' = 'up',
): number {
  const [a, l, w] = [BigInt(amount), BigInt(left), BigInt(whole)];
  return Number((2n * a * l + w - (half === 'down' ? 1n : 0n)) / (2n * w));
}
