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
