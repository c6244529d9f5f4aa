// Cents from fractions. Stripe rounds each amount to the nearest cent; a half goes away from zero (tax: 22.5 is 23).

/** n/d to the nearest whole number, halves away from zero; d is positive. */
export function divide(n: bigint, d: bigint): number {
  const positive = n < 0n ? -n : n
  const rounded = (2n * positive + d) / (2n * d)
  return Number(n < 0n ? -rounded : rounded)
}

/** A part of an amount in cents: amount * part / whole, to the nearest cent. */
export function part(amount: number, of: number, whole: number): number {
  return divide(BigInt(amount) * BigInt(of), BigInt(whole))
}

// Percentages have at most four decimals; as a whole number of millionths they are exact.
const MILLION = 1_000_000n
const millionths = (percent: number) => BigInt(Math.round(percent * 10_000))

/** `percent` per cent of an amount, to the nearest cent. */
export function percentOf(amount: number, percent: number): number {
  return divide(BigInt(amount) * millionths(percent), MILLION)
}

/** The tax that is in an amount with `percent` per cent on top: amount - amount/(1 + percent). */
export function taxWithin(amount: number, percent: number): number {
  const rate = millionths(percent)
  return divide(BigInt(amount) * rate, MILLION + rate)
}
