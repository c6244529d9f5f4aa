import { describe, expect, test } from 'vitest'
import { Line } from '../../../supabase/functions/_shared/lanes/line.ts'

const entry = (owner: string, client: string) => ({ owner, client })
const joined = (
  line: Line<{ owner: string; client: string }>,
  times: number,
  owner: string,
  client?: string,
) =>
  Array.from({ length: times }, (_, at) => line.join(entry(owner, client ?? `${owner}-${at}`))).filter(
    Boolean,
  ).length

describe('a line before the engine', () => {
  test('has ten places for a client, forty for a workspace, and an end', () => {
    const line = new Line(100)
    expect(joined(line, 11, 'a', 'one')).toBe(10)
    expect(joined(line, 50, 'a')).toBe(30)
    expect(joined(line, 41, 'b')).toBe(40)
    expect(joined(line, 41, 'c')).toBe(20)
  })

  test('lets workspaces and clients take turns', () => {
    const line = new Line(100)
    joined(line, 3, 'a', 'one')
    line.join(entry('a', 'two'))
    line.join(entry('b', 'three'))
    const served = Array.from({ length: 6 }, () => line.next()).map((taken) => taken?.client)
    expect(served).toEqual(['one', 'three', 'one', 'two', 'one', undefined])
  })
})
