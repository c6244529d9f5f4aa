// What rounds of a comparison say about one row, on a machine whose speed swings: a difference counts only where
// every round shows it.
import { median, type Row } from '../bench.ts'

export interface Comparison {
  name: string
  unit: string
  other: number
  here: number
  /** How much more the row costs here, round by round: 1.2 is a fifth slower, whichever way the row counts. */
  ratios: number[]
  verdict: 'slower' | 'faster' | 'alike' | 'only here' | 'only there'
}

/** Less than this much more or less is noise. */
const NOISE = 1.1

/** Compares the rows of the same name, in the order of this side. */
export function compareRows(other: Row[][], here: Row[][]): Comparison[] {
  const names = [...new Set([...here, ...other].flat().map(({ name }) => name))]
  return names.map((name) => {
    const named = (rows: Row[] = []) => rows.find((row) => row.name === name)
    const pairs = Array.from({ length: Math.max(other.length, here.length) }, (_, round) => ({
      there: named(other[round]),
      here: named(here[round]),
    }))
    const values = (side: 'there' | 'here') =>
      pairs.flatMap((pair) => (pair[side] === undefined ? [] : [pair[side].value]))
    const ratios = pairs.flatMap((pair) => (pair.there && pair.here ? [costs(pair.there, pair.here)] : []))
    return {
      name,
      unit: pairs.map((pair) => pair.here ?? pair.there).find(Boolean)?.unit ?? '',
      other: median(values('there')),
      here: median(values('here')),
      ratios,
      verdict: ratios.length > 0 ? judge(ratios) : values('here').length > 0 ? 'only here' : 'only there',
    }
  })
}

function costs(there: Row, here: Row): number {
  if (there.value === here.value) return 1
  return here.better === 'lower' ? here.value / there.value : there.value / here.value
}

function judge(ratios: number[]): Comparison['verdict'] {
  if (Math.min(...ratios) > NOISE) return 'slower'
  if (Math.max(...ratios) < 1 / NOISE) return 'faster'
  return 'alike'
}
